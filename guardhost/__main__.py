"""`guardhost` and `python -m guardhost`: a hook call goes the short way, a person's verb through the table of verbs."""

from __future__ import annotations

import sys

WINDOWS = "guardhost: GH1302: Windows is not supported; run guardhost and the agent inside WSL"

HOOK = """Usage: guardhost hook HOST [EVENT] [--state FOLDER] [--git PROGRAM]

Answer one hook call of an agent host: its JSON on standard input, the answer in the host's own form on standard output.
`guardhost install` wires this; by hand, with the wire that any program can speak:

  printf '{"cwd": "%s", "command": "ls"}' "$PWD" | guardhost hook generic

  HOST    claude-code, codex, cursor and so on (`guardhost explain hosts` lists them), or generic
  EVENT   the host's name of the moment, such as PreToolUse
"""


def main() -> int:
    """Run the verb that the command line names and return the exit status; `hook` leaves by itself."""
    words = sys.argv[1:]
    if sys.platform == "win32":
        sys.stderr.write(WINDOWS + "\n")
        return 2
    if words[:1] == ["hook"] and ("--help" in words or "-h" in words):
        sys.stdout.write(HOOK)
        return 0
    if words[:1] == ["hook"]:
        from guardhost.hook import main as hook

        hook(words[1:])
    try:
        from guardhost.cli import run

        return run(words)
    except ModuleNotFoundError as error:
        missing = (error.name or "").partition(".")[0]
        if missing in ("", "guardhost"):
            raise
        again = f"{sys.executable} -m pip install {missing}"
        sys.stderr.write(f"guardhost: GH1504: the package `{missing}` that the verbs need is not installed; run `{again}`\n")
        return 1


if __name__ == "__main__":
    sys.exit(main())
