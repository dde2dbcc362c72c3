"""Calls of code out of sight that only read the lists and dicts they are given."""

from __future__ import annotations

# Modules whose functions only read the lists and dicts they are given.
_READERS = frozenset(
    {
        "asyncio",
        "builtins",
        "collections",
        "copy",
        "daft",
        "dataclasses",
        "functools",
        "itertools",
        "json",
        "logging",
        "loguru",
        "math",
        "numpy",
        "os",
        "pandas",
        "pathlib",
        "polars",
        "pprint",
        "pyarrow",
        "ray",
        "rich",
        "statistics",
        "structlog",
        "sys",
        "time",
        "tqdm",
        "typing",
        "warnings",
    }
)
_LOGGING = frozenset(
    {"critical", "debug", "error", "exception", "info", "log", "print", "trace", "warning"}
)


def only_reads(name: str) -> bool:
    """Whether a function of another module, by its dotted name, leaves its arguments alone."""
    return name.partition(".")[0] in _READERS or name.rpartition(".")[2] in _LOGGING
