"""Make an environment as `pip install guardhost` would leave it, without an index: `python installed.py FOLDER`."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent


def make(folder: Path) -> Path:
    """Make the environment and return its `guardhost` program; libraries and sources are those of this checkout."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    packages = Path(sysconfig.get_path("purelib"))
    inside = folder / packages.relative_to(sys.prefix)
    for library in packages.iterdir():
        if "guardhost" not in library.name and not (inside / library.name).exists():
            (inside / library.name).symlink_to(library)
    shutil.copytree(ROOT / "guardhost", inside / "guardhost", ignore=shutil.ignore_patterns("__pycache__"))
    programs = folder / "bin"
    (programs / "shfmt").symlink_to(Path(sys.prefix) / "bin" / "shfmt")
    script = programs / "guardhost"
    script.write_text(f"#!{programs}/python -I\nimport sys\nfrom guardhost.__main__ import main\nsys.exit(main())\n")
    script.chmod(0o755)
    return script


if __name__ == "__main__":
    make(Path(sys.argv[1]).expanduser())
