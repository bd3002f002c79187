"""What shows that it is all really wired, one file a group of checks."""
