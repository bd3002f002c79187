"""The bench's arithmetic and its table; the times themselves are asserted nowhere."""

from __future__ import annotations

import json
import random
import subprocess
from pathlib import Path

import pytest

from guardhost.hosts import HOSTS
from guardhost.hosts.wiring import setup
from hack import bench, timing
from hack.bench_rows import BARE, PLAIN, Row, Stage, clean_python, long_policy, on_hosts, rows

ROOT = Path(__file__).parent.parent.parent


def test_ratios_and_differences_are_medians_of_rounds():
    assert timing.ratio([2.0, 40.0, 3.0], [1.0, 10.0, 2.0]) == 2.0
    assert timing.difference([2.0, 40.0, 3.0], [1.0, 10.0, 2.0]) == 1.0


def test_every_run_is_timed_once_a_round(tmp_path):
    run = timing.Run(["/bin/sh", "-c", "exit 3"], "/dev/null", {}, str(tmp_path))
    ticks: list[int] = []
    times = timing.rounds({"a": run, "b": run._replace(at_once=2)}, 3, random.Random(1), ticks.append)
    assert {name: len(row) for name, row in times.items()} == {"a": 3, "b": 3}
    assert ticks == [1, 2, 3]


def test_a_run_that_dies_is_no_fast_run(tmp_path):
    with pytest.raises(RuntimeError, match="signal 9"):
        timing.elapsed_ms(timing.Run(["/bin/sh", "-c", "kill -9 $$"], "/dev/null", {}, str(tmp_path)))


def test_a_peer_is_fed_the_payload_of_the_plain_line(tmp_path):
    table = {row.name: row for row in rows(Stage(tmp_path), [["/bin/cat", "-"]])}
    peer, plain = table["peer: /bin/cat -"], table[PLAIN]
    assert (peer.run.stdin, peer.run.folder) == (plain.run.stdin, plain.run.folder)
    assert json.loads((tmp_path / "b").read_bytes())["tool_input"]["command"] == "ls -la src"
    assert all(row.base in table for row in table.values())


def test_every_wired_host_is_timed_on_a_call_that_it_lets_through(tmp_path):
    runs = on_hosts(Stage(tmp_path))
    assert set(runs) == {host for host in HOSTS if hasattr(setup(host), "PROGRAM")}
    said = {host: bench._said(run, Path(run.stdin).read_bytes()) for host, run in runs.items()}
    assert {host: setup(host).decision(answer) for host, answer in said.items() if answer} == dict.fromkeys(
        [host for host, answer in said.items() if answer], "allow"
    )


def test_a_row_over_its_bar_is_marked(capsys):
    measured = [
        bench._row("slow", 2.0, "x", 1.5, "fixture", ms=9.0),
        bench._row("fast", 1.0, "x", 1.5, "fixture", ms=9.0),
        bench._row("few", 10.0, "lines/s", 5000, "fixture"),
        bench._row("shown", 99.0, "x", None, "fixture"),
    ]
    assert [row["over"] for row in measured] == [True, False, True, False]
    bench.show(measured, as_json=False)
    assert capsys.readouterr().out.count("OVER") == 2
    bench.show(measured, as_json=True)
    assert len(json.loads(capsys.readouterr().out)["rows"]) == 4


def test_only_takes_along_what_a_row_is_compared_to(tmp_path):
    run = timing.Run(["/bin/true"], "/dev/null", {}, str(tmp_path))
    table = [Row(BARE, run, "x", BARE, None, ""), Row("b", run, "x", BARE, 1, ""), Row("c", run, "ms", "b", 1, "")]
    assert [row.name for row in bench._chosen([*table, Row("d", run, "x", "c", 1, "")], "c")] == [
        BARE,
        "b",
        "c",
    ]
    assert [row.name for row in bench._chosen(table, "nothing")] == [BARE]


def test_the_long_policy_is_long_and_each_turn_another():
    assert 280 < len(long_policy(1).splitlines()) < 330
    assert long_policy(1) != long_policy(2)
    compile(long_policy(3), "guard.py", "exec")


def test_the_clean_python_is_made_once_and_has_nothing(home):
    python = clean_python()
    assert python == clean_python()
    assert str(home / ".cache") in python


def test_the_command_says_how_to_ask():
    said = subprocess.run([ROOT / "hack/bench", "--help"], capture_output=True, text=True, check=True)
    assert "--peer COMMAND" in said.stdout


def test_the_table_of_the_readme_is_written_in_its_place(monkeypatch, tmp_path):
    monkeypatch.setattr(bench, "README", tmp_path / "README.md")
    bench.README.write_text("before\n\n| row | bar | measured |\n|---|---|---|\n| old | 1 | 2 |\n\nafter\n")
    bench.write_readme([bench._row("fast", 1.0, "x", 1.5, ""), bench._row("few", 9000.0, "lines/s", 5000, "")])
    text = bench.README.read_text()
    assert text.endswith("|---|---|---|\n| fast | 1.5 | 1.00 x |\n| few | 5000 | 9,000 /s |\n\nafter\n")
    assert text.startswith("before\n")
