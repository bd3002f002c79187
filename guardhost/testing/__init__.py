"""The kit for policy authors."""
