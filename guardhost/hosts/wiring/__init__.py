"""Putting the guard into the hosts' own files and taking it out again. Nothing here is on the hook's path."""
