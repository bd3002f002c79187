"""The verbs, one file each, and the table that imports only the chosen one."""
