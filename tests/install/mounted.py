"""Disks that take nothing: a command is run where a folder is read-only, or a disk that is full, for it alone."""

from __future__ import annotations

import os
import subprocess

import pytest


def _can_mount() -> bool:
    tried = subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt"], capture_output=True, check=False)
    return os.geteuid() == 0 and tried.returncode == 0


mounting = pytest.mark.skipif(
    not _can_mount(), reason="nothing can be mounted here: that takes root and a kernel that lets it"
)


def mounted(script: str) -> tuple[str, ...]:
    """Return the words before a folder and a command: `script` mounts what it wants on "$1", for that command alone."""
    return ("unshare", "-m", "sh", "-c", f'{{ {script}; }} && shift && exec "$@"', "sh")


READ_ONLY = mounted('mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"')
FULL = mounted('mount -t tmpfs -o size=64k tmpfs "$1" && { head -c 1000000 /dev/zero >"$1/full" 2>/dev/null || true; }')
