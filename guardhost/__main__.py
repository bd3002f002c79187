"""`guardhost` and `python -m guardhost`: a hook call goes the short way, a person's verb through the table of verbs."""

from __future__ import annotations

import sys

WINDOWS = "guardhost: GH1302: Windows is not supported; run guardhost and the agent inside WSL"


def main() -> int:
    """Run the verb that the command line names and return the exit status; `hook` leaves by itself."""
    words = sys.argv[1:]
    if sys.platform == "win32":
        sys.stderr.write(WINDOWS + "\n")
        return 2
    if words[:1] == ["hook"]:
        from guardhost.hook import main as hook

        hook(words[1:])
    from guardhost.cli import run

    return run(words)


if __name__ == "__main__":
    sys.exit(main())
