"""The agent hosts, one file each, and the table that names them."""
