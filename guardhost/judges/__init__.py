"""A repository's judges: found, loaded and run in a child of their own, never in the process that answers the host."""
