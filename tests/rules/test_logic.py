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
# Each program says its number and ends with the status that it is given.
RUN = 'c() { printf \'%s\\n\' "$1" >&3; return "${s[$1]}"; }; s=({statuses}); {line}'


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
    script = RUN.replace("{statuses}", " ".join(map(str, statuses))).replace("{line}", line)
    done = subprocess.run(["bash", "-c", f"exec 3>&1 1>/dev/null; {script}"], capture_output=True, text=True, check=False)
    ran = {int(number) for number in done.stdout.split()}
    for place, status in logic.over(done.returncode).items():
        if numbers[place] < 0:
            continue
        assert numbers[place] in ran
        assert status in (None, statuses[numbers[place]])
    for place, number in enumerate(numbers):
        if number in ran:
            for earlier, status in logic.needs(place).items():
                if numbers[earlier] < 0:
                    continue
                assert numbers[earlier] in ran
                assert status in (None, statuses[numbers[earlier]])
