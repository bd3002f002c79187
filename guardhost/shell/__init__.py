"""Text to tree (readers), to programs, to effects, to the proof that a line only reads."""
