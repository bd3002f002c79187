"""What rules remember: across processes, losses, damage and changes of the rules, whatever the number of calls."""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from guardhost.model.errors import GuardError
from guardhost.temporal import compiling, monitor
from guardhost.temporal import formula as f
from guardhost.temporal.values import NO, YES
from guardhost.world.memory import Memory

RULE = f.G(f.each({"tool": "rm", "with": {"f": "$x"}}, f.Y(f.O(f.now({"tool": "Write", "with": {"f": "$x"}})))))
SPEC = compiling.compile(RULE)
ASKED = compiling.targets(SPEC)


@pytest.fixture
def folder(tmp_path):
    return str(tmp_path / "scope")


def bind(call):
    return lambda i: [((call["f"],), YES)] if call["tool"] == ASKED[i]["tool"] else []


def stepped(memory, state, call):
    return monitor.step(SPEC, state, lambda _: NO, bind(call), memory.cells("rule"))


def stored(memory):
    text = memory.state("rule")
    return monitor.decode(text) if text is not None else monitor.start(SPEC)


def hook(memory, call, name, ok=True):
    """Judge a call, let it run where nothing is broken, and return whether something is."""
    with memory:
        missed = memory.behind(["rule"])
        if missed:
            state = stored(memory)
            for members, _ in memory.replay(missed["rule"]):
                state = stepped(memory, state, members[0]).state
            memory.put_state("rule", monitor.encode(state), monitor.idle(SPEC, state))
            memory.caught_up()
        state = stored(memory)
        judged = monitor.step(SPEC, state, lambda _: NO, bind(call), memory.cells("rule").overlay())
        if judged.violated:
            return True
        memory.judged(name, [call], 1.0)
    with memory:
        memory.behind(["rule"])
        memory.finished(name, ok, 2.0)
        after = stepped(memory, stored(memory), call).state
        memory.put_state("rule", monitor.encode(after), monitor.idle(SPEC, after))
    return False


def call(tool, path):
    return {"tool": tool, "f": path}


def written(folder, count):
    memory = Memory(folder)
    for number in range(count):
        assert not hook(memory, call("Write", f"/repo/{number}"), f"w{number}")
    return memory


def test_what_one_process_kept_the_next_one_knows(folder):
    written(folder, 2).close()
    memory = Memory(folder)
    assert hook(memory, call("rm", "/repo/9"), "r1")
    assert not hook(memory, call("rm", "/repo/1"), "r2")


def test_nothing_is_opened_before_it_is_entered(folder):
    Memory(folder)
    assert not Path(folder).exists()


def test_what_is_kept_is_private(folder):
    written(folder, 1)
    modes = {stat.S_IMODE(path.stat().st_mode) for path in Path(folder).rglob("*") if path.is_file()}
    assert modes == {0o600}


def test_values_of_variables_do_not_lie_in_the_store(folder):
    written(folder, 1).close()
    assert b"/repo/0" not in Path(folder, "memory.db").read_bytes()


def spoilt(path):
    with path.open("r+b") as file:
        file.write(b"no database at all" * 300)


def scattered(path):
    """Damage a page in the middle, which is seen when it is read, not before."""
    with path.open("r+b") as file:
        for page in range(1, path.stat().st_size // 4096):
            file.seek(page * 4096)
            file.write(b"\xff" * 200)


@pytest.mark.parametrize("harm", [Path.unlink, spoilt, scattered, lambda path: path.write_bytes(b"")])
def test_a_lost_or_damaged_store_is_made_anew_from_the_record(folder, harm):
    written(folder, 3).close()
    harm(Path(folder, "memory.db"))
    memory = Memory(folder)
    with contextlib.suppress(GuardError):  # told at once where it is seen late; the next call finds it mended
        assert hook(memory, call("rm", "/repo/9"), "r0")
    assert hook(memory, call("rm", "/repo/9"), "r1")
    assert not hook(memory, call("rm", "/repo/2"), "r2")


def test_calls_that_were_going_on_are_known_after_a_loss(folder):
    memory = Memory(folder)
    with memory:
        memory.judged("one", [call("deploy", "")], 1.0)
        memory.judged("two", [call("deploy", "")], 1.0)
        memory.finished("two", None, 2.0)
    memory.close()
    Path(folder, "memory.db").unlink()
    with Memory(folder) as again:
        assert again.fresh
        assert [(name, status) for name, status, _ in again.open_calls()] == [("one", "judged")]
        assert again.finished("one", True, 3.0) == [call("deploy", "")]
        assert again.finished("one", True, 3.0) is None


def test_a_record_that_went_on_without_the_store_is_noticed(folder):
    """As when a hook is killed between the record and the store."""
    memory = written(folder, 1)
    memory._log.append({"id": "late", "at": 1.0, "call": [call("Write", "/repo/late")]}, 1.0)
    memory._log.append({"id": "late", "at": 1.0, "ok": True}, 1.0)
    assert not hook(memory, call("rm", "/repo/late"), "r1")


def test_a_torn_record_is_passed_over(folder):
    memory = written(folder, 2)
    memory.close()
    Path(folder, "memory.db").unlink()
    current = Path(folder, "calls", "current.jsonl")
    current.write_bytes(current.read_bytes() + b'{"id":"torn","at":1,"ca')
    assert not hook(memory, call("rm", "/repo/1"), "r1")
    assert hook(Memory(folder), call("rm", "/repo/7"), "r2")


def test_a_rule_that_was_out_of_force_for_a_while_is_shown_what_it_missed(folder):
    memory = written(folder, 1)
    with memory:
        assert memory.behind(["other"]) == {"other": 0}
        memory.caught_up()
        memory.judged("away", [call("Write", "/repo/away")], 1.0)
        memory.finished("away", True, 2.0)
    with memory:
        assert memory.behind(["rule"]) == {"rule": 1}
        assert [members[0]["f"] for members, _ in memory.replay(1)] == ["/repo/away"]
    assert not hook(memory, call("rm", "/repo/away"), "r1")
    with memory:
        assert memory.behind(["rule"]) == {}


def test_a_new_rule_starts_with_nothing_that_another_of_its_name_left(folder):
    memory = written(folder, 1)
    with memory:
        memory.put_state("new", "old state", True)
        memory.cells("new").put(0, ("x",), (1,))
        assert memory.behind(["new"]) == {"new": 0}
        assert memory.state("new") is None
        assert memory.cells("new").get(0, ("x",)) is None


def test_only_so_many_sets_of_rules_are_remembered(folder):
    memory = written(folder, 1)
    with memory:
        for number in range(50):
            memory.behind([f"rule {number}"])
            memory.caught_up()
        assert memory._store.rows("SELECT COUNT(*) FROM sets") == [(32,)]
        assert memory._store.rows("SELECT COUNT(*) FROM members") == [(32,)]


def test_a_call_that_never_ran_leaves_nothing(folder):
    memory = Memory(folder)
    with memory:
        memory.judged("no", [call("rm", "a")], 1.0)
        memory.withdrawn("no")
    assert not Path(folder, "calls").exists()
    with memory:
        memory.judged("no", [call("rm", "a")], 1.0)
    with memory:
        memory.withdrawn("no")
    with memory:
        assert memory.open_calls() == []
        assert list(memory.replay()) == []


def test_what_goes_wrong_within_a_transaction_changes_nothing(folder):
    memory = written(folder, 1)

    def failing():
        with memory:
            memory.add("refused", "rule")
            memory.judged("lost", [call("Write", "/repo/lost")], 1.0)
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    with memory:
        assert memory.count("refused", "rule") == 0
        assert memory.open_calls() == []
        assert memory.behind(["rule"]) == {}


def test_the_record_is_read_by_words(folder):
    memory = written(folder, 3)
    with memory:
        memory.judged("d", [call("déploy", "x")], 1.0)
        memory.finished("d", False, 2.0)
        assert [ok for _, ok in memory.replay(words=("Write",))] == [True] * 3
    with memory:
        assert list(memory.replay(3, words=("déploy",))) == [([call("déploy", "x")], False)]
        assert list(memory.replay(2, words=("déploy",))) == [([call("déploy", "x")], False)]


def test_facts_and_counters(folder):
    with Memory(folder) as memory:
        memory.put("warn", "a", "x")
        memory.put("warn", "b", "y")
        assert (memory.get("warn", "a"), memory.get("warn", "c")) == ("x", None)
        memory.drop("warn", "a")
        assert (memory.get("warn", "a"), memory.get("warn", "b")) == (None, "y")
        memory.drop("warn")
        assert memory.get("warn", "b") is None
        assert (memory.add("retry", "a"), memory.add("retry", "a", 2), memory.count("retry", "b")) == (1, 3, 0)
        memory.clear("retry", "a")
        assert memory.count("retry", "a") == 0


def test_forgetting_leaves_neither_states_nor_calls(folder):
    memory = written(folder, 2)
    with memory:
        memory.forget()
    with memory:
        assert list(memory.replay()) == []
        assert memory.state("rule") is None
    assert hook(memory, call("rm", "/repo/1"), "r1")


def test_another_that_holds_the_store_is_waited_for_and_then_told(folder, monkeypatch):
    monkeypatch.setattr("guardhost.world.tables.WAIT_S", 0.05)
    written(folder, 1).close()
    holder = sqlite3.connect(Path(folder, "memory.db"), isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    with pytest.raises(GuardError, match="another judgement") as told, Memory(folder):
        pass
    assert told.value.code == "GH1402"
    holder.execute("ROLLBACK")
    holder.close()
    assert not hook(Memory(folder), call("rm", "/repo/0"), "r1")


PARALLEL = """
import sys
from guardhost.world.memory import Memory
memory = Memory(sys.argv[1])
for number in range(25):
    with memory:
        memory.behind([])
        memory.add("n", "n")
        memory.judged(f"{sys.argv[2]}-{number}", [{"tool": "x"}], 1.0)
    with memory:
        memory.behind([])
        memory.finished(f"{sys.argv[2]}-{number}", True, 2.0)
"""


def test_parallel_hooks_lose_nothing(folder):
    ran = [subprocess.Popen([sys.executable, "-c", PARALLEL, folder, str(name)]) for name in range(4)]
    assert [one.wait() for one in ran] == [0] * 4
    with Memory(folder) as memory:
        assert memory.behind([]) == {}
        assert memory.count("n", "n") == 100
        assert len(list(memory.replay())) == 100
        assert not memory.fresh


def crowded(folder, count):
    """A memory in which that many values were written and that many calls recorded, made without so many hooks."""
    memory = written(folder, 10)
    with memory:
        memory._store._base.execute(
            "WITH RECURSIVE numbers(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?) "
            "INSERT INTO cells SELECT digest, slot, printf('%032x', n), cell "
            "FROM numbers, (SELECT digest, slot, cell FROM cells LIMIT 1)",
            (count,),
        )
        memory.behind(["rule"])
        memory.put("log", "count", str(count))
        memory.caught_up()
    return memory


def test_a_judgement_reads_as_much_after_ten_calls_as_after_a_million(tmp_path):
    """Neither the store nor the record is read further back; the record is not even opened for reading."""
    cost = {}
    for count in (10, 1_000_000):
        memory = crowded(str(tmp_path / str(count)), count)
        before = memory.reads
        memory._log = Unread(memory._log.folder)
        assert hook(memory, call("rm", "/repo/x"), "r1")
        assert not hook(memory, call("rm", "/repo/3"), "r2")
        assert not hook(memory, call("Write", "/repo/y"), "w1")
        cost[count] = memory.reads - before
    assert cost[10] == cost[1_000_000] < 60


class Unread:
    """A record that fails the test when its lines are read."""

    def __new__(cls, folder):
        from guardhost.world.calllog import CallLog

        class Log(CallLog):
            def lines(self):
                raise AssertionError("the record was read at a judgement")

        return Log(folder)
