from .runner import Builder, Runner
from .steps import Embed, Split

__all__ = ["Builder", "Embed", "Runner", "Split"]
