"""The keywords that Daft's decorators take, by version, and what Daft says of others."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from daft_lint.daft_api.table import Life, Version, api, shown

__all__ = [
    "DECORATORS",
    "OTHER_NAMES",
    "complaint",
    "is_known",
    "lives_of",
    "shown",
    "taken",
    "values_of",
]

# Where the table of Daft's API has what each of them takes.
_PLACES: Mapping[str, tuple[str, str]] = {
    "daft.func": ("daft", "func"),
    "daft.func.batch": ("_FuncDecorator", "batch"),
    "daft.cls": ("daft", "cls"),
    "daft.method": ("daft", "method"),
    "daft.method.batch": ("_MethodDecorator", "batch"),
    "daft.udf": ("daft", "udf"),
}
DECORATORS = tuple(_PLACES)

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


def is_known(version: Version) -> bool:
    """Whether every release that a version stands for was looked at; the line of 0.7 goes on."""
    return version < (0, 7) or (0, 7, 0) <= version <= api().newest


@lru_cache(maxsize=64)
def lives_of(decorator: str) -> Mapping[str, Life]:
    """The keywords that some version of a decorator takes, each with which ones do."""
    owner, name = _PLACES[decorator]
    member = api().member(owner, name)
    assert member is not None
    return {name: parameter.life for name, parameter in member.takes.items()}


@lru_cache(maxsize=64)
def taken(decorator: str, version: Version) -> frozenset[str]:
    """The keywords that a decorator takes in a version of Daft; none where there isn't any such."""
    owner, name = _PLACES[decorator]
    member = api().member(owner, name)
    assert member is not None
    if not member.life.holds(version):
        return frozenset()
    return frozenset(
        name for name, parameter in member.takes.items() if parameter.life.holds(version)
    )


def values_of(decorator: str, keyword: str) -> tuple[str, ...]:
    """The texts that a decorator takes for a keyword, where it takes no others."""
    member = api().member(*_PLACES[decorator])
    parameter = member.takes.get(keyword) if member is not None else None
    return parameter.values if parameter is not None else ()


def complaint(decorator: str, keyword: str, version: Version) -> str:
    """The text of the TypeError; Python 3.13 may add a suggestion to it."""
    called = _CALLED[decorator]
    if decorator == "daft.func" and version < _FIRST_WITH_CALL[: len(version)]:
        called = "_DaftFuncDecorator.__new__"
    return f"{called}() got an unexpected keyword argument '{keyword}'"
