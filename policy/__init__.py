"""This repository's own policy: `guard.py` registers, each other file is one topic. `examples/` are there to copy."""
