"""The table of verbs, and what a wrong command line is told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest

from guardhost import __main__ as entry
from guardhost import cli

FOLDER = Path(cli.__file__).parent


def test_the_table_is_the_folder():
    files = {
        file.stem.replace("_", "-") for file in FOLDER.glob("*.py") if "\ndef command(" in file.read_text(encoding="utf-8")
    }
    assert files | {"hook"} == set(cli.VERBS)


@pytest.mark.parametrize("verb", sorted(set(cli.VERBS) - {"hook"}))
def test_a_verb_is_a_command_with_help_of_its_own(verb):
    command = cli.Verbs().get_command(click.Context(cli.group), verb)
    assert isinstance(command, click.Command)
    assert command.help


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chek"], "`chek` is no verb of guardhost; did you mean `guardhost check`?"),
        (["xyzzy-plugh"], "`xyzzy-plugh` is no verb of guardhost; `guardhost --help` lists the verbs"),
        (["version", "--jsn"], "`guardhost version` has no option `--jsn`; did you mean `--json`?"),
        (["version", "--colour"], "`guardhost version` has no option `--colour`; `guardhost version --help` lists"),
        (["--verbose"], "`guardhost` has no option `--verbose`"),
        (["log", "--decision", "denyy"], "; did you mean `deny`?"),
        (["log", "--kind", "comand"], "; did you mean `command`?"),
        (["log", "--kind", "nothing-like-it"], "is not one of"),
        (["check", "gh", "run", "watch", "1"], "guardhost check 'gh run watch 1'"),
        (["check", "--why", "git", "push", "--force"], "guardhost check 'git push --force'"),
        (["check", "git status", "--wyh"], "`guardhost check` has no option `--wyh`; did you mean `--why`?"),
        (["version", "extra"], "got unexpected extra argument (extra); see `guardhost version --help`"),
    ],
)
def test_a_wrong_command_line_is_one_sentence_and_exit_2(words, told, capsys):
    assert cli.run(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert told in said.err
    assert said.err.startswith("guardhost: GH1301: ")
    assert said.err.count("\n") == 1


def test_a_crash_is_a_sentence_and_a_report_in_the_state_folder(monkeypatch, capsys, home):
    monkeypatch.setattr("json.dumps", _boom)
    assert cli.run(["version", "--json"]) == cli.CRASHED
    said = capsys.readouterr()
    assert "GH1901: guardhost itself failed in `version`: boom" in said.err
    assert "Traceback" not in said.err
    (report,) = (home / ".local/state/guardhost/crashes").iterdir()
    assert "in _boom" in report.read_text()
    assert report.stat().st_mode & 0o777 == 0o600


def _boom(*_words: object) -> str:
    raise RuntimeError("boom")


def test_windows_gets_one_clear_sentence(monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "argv", ["guardhost", "hook", "claude-code"])
    assert entry.main() == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", entry.WINDOWS + "\n")


def test_help_imports_no_verb():
    probe = (
        "import sys; from guardhost.cli import run; run(['--help']);"
        "print([m for m in sys.modules if m.startswith('guardhost.cli.')])"
    )
    said = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert said.stdout.splitlines()[-1] == "[]"
    for verb, what in cli.VERBS.items():
        assert verb in said.stdout
        assert what in said.stdout


def test_a_hook_call_never_imports_click():
    probe = (
        "import sys, types; hook = types.ModuleType('guardhost.hook');"
        "hook.main = lambda words: sys.exit(print('click' in sys.modules));"
        "sys.modules['guardhost.hook'] = hook; sys.argv = ['guardhost', 'hook', 'claude-code'];"
        "from guardhost.__main__ import main; main()"
    )
    said = subprocess.run([sys.executable, "-c", probe], capture_output=True, text=True, check=True)
    assert said.stdout == "False\n"


@pytest.mark.parametrize("words", [["hook", "--help"], ["hook", "-h"], ["hook", "generic", "--help"]])
def test_the_hooks_usage_is_shown_and_nothing_is_read(words, monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["guardhost", *words])
    assert entry.main() == 0
    assert capsys.readouterr().out == entry.HOOK


def test_a_missing_package_is_one_sentence(tmp_path):
    (tmp_path / "click.py").write_text("raise ModuleNotFoundError('No module named click', name='click')\n")
    words = [sys.executable, "-m", "guardhost", "version"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(tmp_path)})
    assert done.returncode == 1
    assert done.stderr.startswith("guardhost: GH1504: the package `click` that the verbs need is not installed")
    assert done.stderr.count("\n") == 1
