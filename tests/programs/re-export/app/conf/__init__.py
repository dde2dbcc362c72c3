from .sizes import BATCH

__all__ = ["BATCH"]
