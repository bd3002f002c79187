"""The net under the tests holds."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ALLOWED, REAL_HOME, YouTouchedTheRealHomeOfThePersonWhoRunsTheTests

trapped = pytest.mark.skipif(REAL_HOME in (*ALLOWED, "/"), reason="the home holds everything that the tests need")


@trapped
@pytest.mark.parametrize("name", [".claude/settings.json", ".config/guardhost/guard.py", ".gitconfig"])
def test_reading_the_real_home_fails_loudly(name):
    with pytest.raises(YouTouchedTheRealHomeOfThePersonWhoRunsTheTests):
        Path(REAL_HOME, name).read_text()


@trapped
def test_writing_into_the_real_home_fails_loudly():
    with pytest.raises(YouTouchedTheRealHomeOfThePersonWhoRunsTheTests):
        Path(REAL_HOME, "guardhost-was-here").write_text("x")
    with pytest.raises(YouTouchedTheRealHomeOfThePersonWhoRunsTheTests):
        Path(REAL_HOME, "guardhost-was-here").mkdir()


@trapped
def test_a_link_to_the_real_home_is_no_touch_and_a_link_in_it_is(tmp_path):
    (tmp_path / "link").symlink_to(Path(REAL_HOME, "elsewhere"))
    with pytest.raises(YouTouchedTheRealHomeOfThePersonWhoRunsTheTests):
        Path(REAL_HOME, "guardhost-was-here").symlink_to(tmp_path)


def test_a_child_sees_the_tests_home(home):
    said = subprocess.run(["sh", "-c", "echo $HOME $XDG_STATE_HOME"], capture_output=True, text=True, check=True)
    assert said.stdout.split() == [str(home), str(home / ".local/state")]
    assert os.path.expanduser("~") == str(home)


def test_a_repository_is_made_by_git_with_the_tests_identity(make_repository):
    made = make_repository({"guard.py": "", "a/b.txt": "x"})
    assert made.git("ls-files").split() == ["a/b.txt", "guard.py"]
    assert made.git("log", "-1", "--format=%an <%ae>") == "A Tester <tester@example.invalid>"
    assert made.git("status", "--porcelain") == ""
