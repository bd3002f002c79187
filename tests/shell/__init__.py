"""The shell room, held against bash itself."""
