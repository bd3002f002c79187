"""The built-in rules, one file a family, and their catalog."""
