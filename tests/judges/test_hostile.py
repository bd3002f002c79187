"""Judges that misbehave: each gets the reply that the deadline and failing open want, in time, and leaves no process."""

from __future__ import annotations

import os
import time

import pytest

from guardhost.judges.frames import pack
from tests.judges.policy import judged

LIMIT = 0.4  # seconds that a judge which never answers is given here
BEFORE = "import os, sys, time, signal, ctypes, threading\n"

# what it does, how its body reads
NEVER_ANSWERS = {
    "an endless loop": "while True: pass",
    "a sleep": "time.sleep(60)",
    "blocked in C": "sum(range(10**11))",
    "a power that never ends": "7 ** (10 ** 9)",
    "a lock that nobody lets go": "lock = threading.Lock(); lock.acquire(); lock.acquire()",
    "swallows everything": "while True:\n    try:\n        while True: pass\n    except BaseException:\n        pass",
    "masks every signal": "signal.pthread_sigmask(signal.SIG_SETMASK, signal.valid_signals())\ntime.sleep(60)",
    "ignores what it can": "signal.signal(signal.SIGALRM, signal.SIG_IGN)\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    "signal.setitimer(signal.ITIMER_REAL, 0)\ntime.sleep(60)",
    "a verdict whose frame it never ends": "os.write(FD, b'90;1234')\ntime.sleep(60)",
    "a fact that it asks for and never hears": f"while True: os.write(FD, {pack('fact', 'binary')!r})",
    "stops itself": "os.kill(os.getpid(), signal.SIGSTOP)",
}
NO_WHOLE_ANSWER = {
    "leaves at once": ("os._exit(0)", "no whole answer"),
    "leaves with a status": ("os._exit(3)", "no whole answer"),
    "crashes": ("os.kill(os.getpid(), signal.SIGSEGV)", "signal 11"),
    "crashes for real": ("ctypes.string_at(0)", "signal 11"),
    "kills itself": ("os.kill(os.getpid(), signal.SIGKILL)", "signal 9"),
    "aborts": ("os.abort()", "signal 6"),
    "kills its group": ("os.killpg(0, signal.SIGTERM)", "signal 15"),
    "replaces itself": ("os.execv('/bin/true', ['true'])", "no whole answer"),
    "closes all descriptors": ("os.closerange(0, 256)", "no whole answer"),
    "closes all descriptors and goes on": ("os.closerange(0, 256)\ntime.sleep(60)", "no whole answer"),
    "garbage on the pipe": ("os.write(FD, b'hello')", "no whole answer"),
    "binary garbage on every descriptor": (
        "for fd in range(256):\n    try: os.write(fd, bytes(range(256)) * 8)\n    except OSError: pass",
        "no whole answer",
    ),
    "a frame that claims too much": ("os.write(FD, b'999999999;')", "no whole answer"),
    "a length that is too long": ("os.write(FD, b'1' * 40)", "no whole answer"),
    "a field longer than its frame": ("os.write(FD, b'5;9:abc')", "no whole answer"),
    "an empty frame": ("os.write(FD, b'0;')", "no whole answer"),
    "an unknown statement": (f"os.write(FD, {pack('pickle', 'x')!r})", "no whole answer"),
    "a marshalled crash": (f"os.write(FD, {pack(b'(' + bytes(12))!r})", "no whole answer"),
    "an unknown decision": (f"os.write(FD, {pack('verdict', '0', 'nuke', '', 'x')!r})", "no whole answer"),
    "an answer to nothing": (f"os.write(FD, {pack('verdict', '7', 'deny', '', 'x')!r})", "no whole answer"),
    "a number in other digits": (f"os.write(FD, {pack('verdict', '²', 'deny', '', 'x')!r})", "no whole answer"),
    "a bad name by hand": (f"os.write(FD, {pack('verdict', '0', 'deny', 'write', 'x')!r})", "no whole answer"),
    "a blank reason by hand": (f"os.write(FD, {pack('verdict', '0', 'deny', '', ' ')!r})", "no whole answer"),
    "a seam by hand": (f"os.write(FD, {pack('loaded', 'nothing')!r})", "no whole answer"),
    "a path to import": (f"os.write(FD, {pack('find', '../../etc/passwd')!r})", "no whole answer"),
    "an unknown fact": (f"os.write(FD, {pack('fact', 'shell', 'ls')!r})", "no whole answer"),
    "too much in all": (f"for _ in range(200): os.write(FD, {pack('fired', 'x', 'y' * 60000)!r})", "no whole answer"),
}
FAILS = {
    "raises": ("raise ValueError('broken')", "ValueError: broken"),
    "leaves by sys.exit": ("sys.exit()", "SystemExit"),
    "leaves by sys.exit with a status": ("sys.exit(2)", "SystemExit: 2"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "recurses": ("return judge(req)", "RecursionError"),
    "asks for too much memory": ("return bytearray(1 << 46)", "MemoryError"),
    "returns a word": ("return 'deny'", "GH1101"),
    "returns a number": ("return 0", "GH1101"),
    "returns True": ("return True", "GH1101"),
    "returns a list": ("return [guard.deny('x')]", "GH1101"),
    "returns a class": ("return guard.Verdict", "GH1101"),
    "a blank reason": ("return guard.deny('')", "GH1101"),
    "a reason of spaces": ("return guard.ask('  \\n')", "GH1101"),
    "an unknown keyword": ("return guard.deny('why', name='x')", "TypeError"),
    "a rule that is no text": ("return guard.deny('why', rule=1)", "GH1045"),
    "a rule that is no name": ("return guard.deny('why', rule='Pull_Request')", "GH1045: 'Pull_Request'"),
    "an exception that cannot be shown": ("raise Mute", "Mute"),
    "an exception that never ends being shown": ("raise Endless('told')", "Endless: told"),
    "an exception with hostile arguments": ("raise ValueError(Endless('told'))", "ValueError"),
    "a verdict of another type": ("return Fake('deny', 'x')", "GH1101"),
    "a verdict with a decision of its own": ("return guard.Verdict('nuke', 'x')", "GH1101"),
    "a verdict whose reason is no text": ("return guard.Verdict('deny', 5)", "GH1101"),
    "a verdict whose reason loops": ("return guard.Verdict('deny', Loop('x'))", "GH1101"),
    "a verdict whose next is hostile": ("return guard.Verdict('deny', 'x', '', [Loop('x')])", "GH1101"),
    "an object that lies about its type": ("return Liar()", "GH1101"),
    "a verdict spoilt from within": (
        "v = guard.deny('x'); object.__setattr__(v, 'decision', {}); return v",
        "GH1101",
    ),
    "a coroutine": ("async def late(): return guard.deny('x')\nreturn late()", "GH1101"),
}
CLASSES = """
class Mute(Exception):
    def __str__(self): raise SystemExit
    __repr__ = __str__
class Endless(Exception):
    def __str__(self):
        while True: pass
    __repr__ = __str__
class Fake(guard.Verdict):
    __slots__ = ()
class Loop(str):
    def _loop(self, *a):
        while True: pass
    __str__ = __repr__ = encode = strip = isspace = __len__ = __eq__ = __hash__ = _loop
class Liar:
    @property
    def __class__(self): return guard.Verdict
    def __getattr__(self, name): return Loop('x')
"""
FIND_PIPE = """
import os
def pipes():
    found = []
    for fd in range(3, 512):
        try:
            os.write(fd, b"")
            found.append(fd)
        except OSError:
            pass
    return found
FD = pipes()[-1]
"""


@pytest.mark.parametrize("body", NEVER_ANSWERS.values(), ids=NEVER_ANSWERS)
def test_a_judge_that_never_answers_is_out_of_time(tmp_path, body):
    replied = judged(tmp_path, body, BEFORE + FIND_PIPE, LIMIT)
    assert (replied.kind, replied.why, replied.verdicts) == ("out_of_time", "time", ())


@pytest.mark.parametrize(("body", "why"), NO_WHOLE_ANSWER.values(), ids=NO_WHOLE_ANSWER)
def test_a_judge_that_leaves_no_whole_answer_is_out_of_time(tmp_path, body, why):
    replied = judged(tmp_path, body, BEFORE + FIND_PIPE)
    assert (replied.kind, replied.why) == ("out_of_time", why)


@pytest.mark.parametrize(("body", "says"), FAILS.values(), ids=FAILS)
def test_a_judge_that_answers_wrongly_judges_nothing(tmp_path, body, says):
    replied = judged(tmp_path, body, BEFORE + CLASSES)
    assert (replied.kind, replied.verdicts, replied.failed_seams) == ("answered", (), ("command",))
    assert says in replied.failures[0]
    assert replied.failures[0].startswith("command: ")


def test_memory_without_end_ends(tmp_path):
    replied = judged(tmp_path, "hoard = []\nwhile True: hoard.append(bytearray(b'x') * (16 << 20))", seconds=20)
    assert replied.kind == "answered"
    assert "MemoryError" in replied.failures[0]


QUIET = {
    "prints": "print('x' * 100000); sys.stderr.write('y'); os.write(1, b'z'); os.write(2, b'z')",
    "prints what cannot be encoded": "print('\\udc80')",
    "flushes": "print('x', flush=True)",
    "reads": "assert sys.stdin.read() == '' and os.read(0, 10) == b''",
    "registers an exit handler": "import atexit; atexit.register(lambda: os.write(FD, b'junk'))",
    "leaves a thread running": "threading.Thread(target=lambda: time.sleep(60)).start()",
    "traces": "sys.settrace(lambda *a: None)",
}


@pytest.mark.parametrize("body", QUIET.values(), ids=QUIET)
def test_what_a_judge_does_beside_its_answer_goes_nowhere(tmp_path, capfd, body):
    replied = judged(tmp_path, f"{body}\nreturn guard.deny('stop')", BEFORE + FIND_PIPE)
    assert [v.reason for _, v in replied.verdicts] == ["stop"]
    assert capfd.readouterr() == ("", "")


def test_a_huge_reason_is_cut(tmp_path):
    replied = judged(tmp_path, "return guard.deny('x' * 10_000_000, next=['ls', 'y' * 100_000])")
    ((_, verdict),) = replied.verdicts
    assert len(verdict.reason) < 20_000
    assert verdict.reason.endswith("[cut: the reason had 10000000 characters]")
    assert verdict.next == ("ls",)


FORKS = {
    "a child in its group": "if os.fork() == 0: NOTE(); time.sleep(60)",
    "a child in a session of its own that holds the pipe": "if os.fork() == 0: os.setsid(); NOTE(); time.sleep(60)",
    "a daemon: forked twice, closed, renamed": "if os.fork() == 0:\n    os.setsid()\n    if os.fork(): os._exit(0)\n"
    "    NOTE(); os.closerange(0, 256); time.sleep(60)",
    "another program": "import subprocess\n"
    "subprocess.Popen(['sh', '-c', 'echo $$ >> PIDS; sleep 60'], start_new_session=True)",
    "a child that goes on forking": "if os.fork() == 0:\n    os.setsid()\n    for _ in range(20):\n"
    "        if os.fork() == 0: NOTE(); time.sleep(60)\n    NOTE(); time.sleep(60)",
}
ENDS = {
    "answers": ("return guard.deny('stop')", "answered"),
    "loops": ("while True: pass", "out_of_time"),
    "leaves": ("os._exit(0)", "out_of_time"),
}


@pytest.mark.parametrize(("end", "kind"), ENDS.values(), ids=ENDS)
@pytest.mark.parametrize("body", FORKS.values(), ids=FORKS)
def test_no_process_outlives_a_judgement(tmp_path, body, end, kind):
    pids = tmp_path / "pids"
    note = f"def NOTE():\n    with open({str(pids)!r}, 'a') as f: f.write(f'{{os.getpid()}}\\n')\n"
    note += f"def NOTED(): return os.path.exists({str(pids)!r}) and os.path.getsize({str(pids)!r})\n"
    wait = "for _ in range(1000):\n    if NOTED(): break\n    time.sleep(0.002)\n"
    replied = judged(tmp_path, f"{body}\n{wait}{end}".replace("PIDS", str(pids)), BEFORE + note, LIMIT * 4)
    assert replied.kind == kind
    started = [int(line) for line in pids.read_text().split()]
    assert started
    assert [pid for pid in started if _lives(pid)] == []


def _lives(pid: int) -> bool:
    for _ in range(100):
        try:
            with open(f"/proc/{pid}/stat", encoding="ascii") as file:
                if file.read().rpartition(")")[2].split()[0] in "ZX":
                    return False
        except OSError:
            return False
        time.sleep(0.01)
    return True


def test_nothing_of_the_parent_is_in_reach(tmp_path):
    ours = os.open(tmp_path, os.O_RDONLY)
    os.set_inheritable(ours, True)
    try:
        body = "return guard.deny(' '.join(fd for fd in os.listdir('/proc/self/fd')) or 'none')"
        replied = judged(tmp_path, body, BEFORE)
    finally:
        os.close(ours)
    reached = replied.verdicts[0][1].reason.split()
    assert len(reached) == 6  # three that lead nowhere, two pipes, and the listing itself


def test_a_failing_judge_leaves_the_other_seams_standing(tmp_path):
    from guardhost.model.change import Change
    from guardhost.model.request import CommandRequest
    from tests.judges.policy import Policy

    text = (
        "import guardhost as guard\n@guard.command\ndef a(req): raise OSError(2, 'gone', 'x')\n"
        "@guard.change\ndef b(change): return guard.deny(change.path)\n"
    )
    replied = Policy(tmp_path, {"guard.py": text}).ask(
        ("command", CommandRequest()), ("change", Change(path="one")), ("write", Change()), ("change", Change(path="two"))
    )
    assert [(seam, v.reason) for seam, v in replied.verdicts] == [("change", "one"), ("change", "two")]
    assert replied.failures == ("command: FileNotFoundError: gone, x, guard.py:3",)


def test_what_was_answered_before_the_time_ran_out_stands(tmp_path):
    from guardhost.model.change import Change
    from guardhost.model.request import CommandRequest
    from tests.judges.policy import Policy

    text = (
        "import guardhost as guard\n@guard.command\ndef a(req): return guard.deny('first')\n"
        "@guard.change\ndef b(change):\n    while True: pass\n"
    )
    replied = Policy(tmp_path, {"guard.py": text}).ask(("command", CommandRequest()), ("change", Change()), seconds=LIMIT)
    assert (replied.kind, replied.why) == ("out_of_time", "time")
    assert [v.reason for _, v in replied.verdicts] == ["first"]
