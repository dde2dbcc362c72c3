"""Values of expressions, worked out on Python's own tree."""
