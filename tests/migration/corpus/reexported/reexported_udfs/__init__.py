from .numbers import Add

__all__ = ["Add"]
