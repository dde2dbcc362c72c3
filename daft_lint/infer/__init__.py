"""The values of a program's expressions, worked out on demand, backwards from the question."""
