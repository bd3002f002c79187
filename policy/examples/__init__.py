"""Policies to copy: each file is a whole `guard.py` of a repository of its kind, run by this repository's tests."""
