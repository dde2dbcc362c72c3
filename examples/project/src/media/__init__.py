"""A small project: its numbers, UDFs, sources, steps and jobs are in modules of their own."""

from .config import GPUS, Tuning
from .udfs import Caption, make_tagger

__all__ = ["GPUS", "Caption", "Tuning", "make_tagger"]
