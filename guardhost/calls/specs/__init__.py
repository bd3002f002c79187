"""What the options and operands of programs are called, one file a family of programs."""
