from .numbers import ACTORS
