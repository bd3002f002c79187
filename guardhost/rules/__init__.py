"""Rule files: loaded with positions, compiled to plain data, matched against calls."""
