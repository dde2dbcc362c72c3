__all__ = ["ROWS"]

ROWS = 1000
BATCH = 500
