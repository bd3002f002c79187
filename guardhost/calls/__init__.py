"""Programs to structured calls with names and named arguments."""
