__all__ = ["_BATCH"]

_BATCH = 500
