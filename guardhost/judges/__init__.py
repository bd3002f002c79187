"""A repository's judges: discover, import, register, run in a child."""
