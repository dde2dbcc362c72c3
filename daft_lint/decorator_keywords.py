"""The keywords that Daft's decorators take, by version, and what Daft says of others."""

from __future__ import annotations

from collections.abc import Mapping

Version = tuple[int, ...]

NEWEST: Version = (0, 7, 26)
"""The last release whose decorators were looked at."""

TAKEN: Mapping[str, Mapping[str, Version]] = {
    "daft.func": {
        "fn": (0, 6, 0),
        "return_dtype": (0, 6, 0),
        "unnest": (0, 6, 1),
        "use_process": (0, 6, 5),
        "max_retries": (0, 6, 8),
        "on_error": (0, 6, 8),
        "max_concurrency": (0, 7, 5),
        "cpus": (0, 7, 6),
        "gpus": (0, 7, 6),
        "ray_options": (0, 7, 6),
    },
    "daft.func.batch": {
        "return_dtype": (0, 6, 6),
        "unnest": (0, 6, 6),
        "use_process": (0, 6, 6),
        "batch_size": (0, 6, 6),
        "max_retries": (0, 6, 8),
        "on_error": (0, 6, 8),
        "max_concurrency": (0, 7, 5),
        "cpus": (0, 7, 6),
        "gpus": (0, 7, 6),
        "ray_options": (0, 7, 6),
    },
    "daft.cls": {
        "class_": (0, 6, 6),
        "gpus": (0, 6, 6),
        "use_process": (0, 6, 6),
        "max_concurrency": (0, 6, 6),
        "max_retries": (0, 6, 8),
        "on_error": (0, 6, 8),
        "name_override": (0, 7, 2),
        "cpus": (0, 7, 6),
        "ray_options": (0, 7, 6),
    },
    "daft.method": {
        "method": (0, 6, 6),
        "return_dtype": (0, 6, 6),
        "unnest": (0, 6, 6),
        "max_retries": (0, 6, 8),
        "on_error": (0, 6, 8),
    },
    "daft.method.batch": {
        "return_dtype": (0, 6, 6),
        "unnest": (0, 6, 6),
        "batch_size": (0, 6, 6),
        "method": (0, 6, 8),
        "max_retries": (0, 6, 8),
        "on_error": (0, 6, 8),
    },
    "daft.udf": {
        "return_dtype": (0, 6, 0),
        "num_cpus": (0, 6, 0),
        "num_gpus": (0, 6, 0),
        "memory_bytes": (0, 6, 0),
        "batch_size": (0, 6, 0),
        "concurrency": (0, 6, 0),
        "use_process": (0, 6, 0),
        "ray_options": (0, 7, 0),
    },
}
"""By decorator and keyword, the first version of Daft 0.6 and 0.7 that takes it.

Source: `daft/udf/__init__.py` and `daft/udf/legacy.py` at the tags from 0.6.0 to 0.7.24, and in the
0.7.26 wheel.
"""

_NEW_NAMES = {"num_cpus": "cpus", "num_gpus": "gpus", "concurrency": "max_concurrency"}
OTHER_NAMES: Mapping[str, str] = {**_NEW_NAMES, **{new: old for old, new in _NEW_NAMES.items()}}
"""What is called one thing by the legacy `@daft.udf`, and another by the new decorators."""

# What Python calls them, by version.
_CALLED: Mapping[str, str] = {
    "daft.func": "_FuncDecorator.__call__",
    "daft.func.batch": "_FuncDecorator.batch",
    "daft.cls": "cls",
    "daft.method": "_MethodDecorator.__call__",
    "daft.method.batch": "_MethodDecorator.batch",
    "daft.udf": "udf",
}
_FIRST_WITH_CALL = (0, 6, 6)


def is_before(version: Version, since: Version) -> bool:
    """Whether a version is older than a release; `(0, 7)` is the newest of that line."""
    return version < since[: len(version)]


def is_known(version: Version) -> bool:
    """Whether every release that a version stands for was looked at; the line of 0.7 goes on."""
    return version < (0, 7) or (0, 7, 0) <= version <= NEWEST


def taken(decorator: str, version: Version) -> frozenset[str]:
    """The keywords that a decorator takes in a version of Daft; none where there isn't any such."""
    of_it = TAKEN[decorator].items()
    return frozenset(name for name, since in of_it if not is_before(version, since))


def complaint(decorator: str, keyword: str, version: Version) -> str:
    """The text of the TypeError; Python 3.13 may add a suggestion to it."""
    called = _CALLED[decorator]
    if decorator == "daft.func" and is_before(version, _FIRST_WITH_CALL):
        called = "_DaftFuncDecorator.__new__"
    return f"{called}() got an unexpected keyword argument '{keyword}'"


def shown(version: Version) -> str:
    """A version as it is written: `0.7.26`."""
    return ".".join(map(str, version))
