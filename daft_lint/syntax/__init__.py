"""From text to trees: Python's own, and LibCST's."""
