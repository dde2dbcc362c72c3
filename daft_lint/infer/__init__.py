"""What expressions of a program stand for, found out on demand, backwards from the question."""
