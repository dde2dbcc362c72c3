from .embedding import *

__all__ = ["Embedding"]
