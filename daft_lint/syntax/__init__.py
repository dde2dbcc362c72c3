"""The trees of texts: Python's own, and LibCST's."""
