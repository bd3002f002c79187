"""What a line's logic says of its programs, against what bash does with them."""

from __future__ import annotations

import subprocess
import sys

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from guardhost.rules.logic import Logic
from guardhost.shell.reading import Lent, read
from guardhost.world.process import start

SHFMT = f"{sys.executable.rpartition('/')[0]}/shfmt"
STATUSES = 6
# Each program says its number and its status: the one that it is given, the other one after every second run.
RUN = """c() {{ local now=$(( s[$1] ^ (n[$1]++ / 2 % 2) )); printf '%s %s\\n' "$1" "$now" >&3; return "$now"; }}
n=(); s=({statuses}); {line}"""


def lines(depth: int = 3) -> st.SearchStrategy[str]:
    """Return lines over `c N`, with the numbers still to be put in."""
    if not depth:
        return st.just("c @")
    inner = lines(depth - 1)
    two = st.tuples(inner, inner)
    return st.one_of(
        st.just("c @"),
        two.map(lambda pair: f"{pair[0]} && {pair[1]}"),
        two.map(lambda pair: f"{pair[0]} || {pair[1]}"),
        two.map(lambda pair: f"{{ {pair[0]}; {pair[1]}; }}"),
        two.map(lambda pair: f"( {pair[0]} ) | {{ {pair[1]}; }}"),
        inner.map(lambda one: f"! {{ {one}; }}"),
        inner.map(lambda one: f"( {one} )"),
        st.tuples(inner, inner, inner).map(lambda three: "if {}; then {}; else {}; fi".format(*three)),
        two.map(lambda pair: f"{pair[0]} || exit 3; {pair[1]}"),
        two.map(lambda pair: f"{pair[0]} && {{ {pair[1]}; exit 3; }}; c @"),
        two.map(lambda pair: f"if {pair[0]}; then {pair[1]}; exit; fi; c @"),
        two.map(lambda pair: f"if {pair[0]}; then {pair[1]}; else exit 3; fi; c @"),
        two.map(lambda pair: f"while c @; do {pair[0]}; done; {pair[1]}"),
        two.map(lambda pair: f"until c @ && ! c @; do {pair[0]}; done; {pair[1]}"),
        two.map(lambda pair: f"until c @; do {pair[0]} || break; done; {pair[1]}"),
        inner.map(lambda one: f"until c @; do {one}; done"),
        two.map(lambda pair: f"set -o pipefail; c @ | {{ {pair[0]}; }} && {pair[1]}"),
        two.map(lambda pair: f"set -o pipefail; {pair[0]} | c @ | c @; set +o pipefail; {pair[1]}"),
        two.map(lambda pair: f"( set -o pipefail; {pair[0]} ) | c @ && {pair[1]}"),
        two.map(lambda pair: f"{{ {pair[0]}; }} && set -o pipefail; c @ | c @ && {pair[1]}"),
        two.map(lambda pair: f"set -eo pipefail; c @ | c @; {pair[0]}; set +e; {pair[1]}"),
        two.map(lambda pair: f"set -e; {pair[0]}; {pair[1]}; set +e; c @"),
    )


def numbered(line: str) -> str:
    """Put a number in for each program."""
    parts = line.split("@")
    return "".join(part + str(at) for at, part in enumerate(parts[:-1])) + parts[-1]


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(lines(), st.lists(st.integers(0, 1), min_size=40, max_size=40))
def test_what_is_said_of_a_line_is_what_bash_does(line, statuses):
    line = numbered(line)
    reading = read(line, Lent(cwd="/", shfmt=SHFMT, start=start))
    logic = Logic(reading)
    numbers = [int(command.args[0]) if command.program == "c" else -1 for command in reading.commands]
    script = RUN.format(statuses=" ".join(map(str, statuses)), line=line)
    done = subprocess.run(["bash", "-c", f"exec 3>&1 1>/dev/null; {script}"], capture_output=True, text=True, check=False)
    ran = [(int(number), int(status)) for number, status in map(str.split, done.stdout.splitlines())]
    _holds(logic.over(done.returncode), dict(ran), numbers)
    last: dict[int, int] = {}
    for number, status in ran:
        _holds(logic.needs(numbers.index(number)), last, numbers)
        last[number] = status


def _holds(facts, last, numbers):
    for place, status in facts.items():
        if numbers[place] >= 0:
            assert numbers[place] in last
            assert status in (None, last[numbers[place]])
