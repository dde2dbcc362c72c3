"""The kinds of the UDFs of a plan, from the Python objects behind them, found by their names."""

from __future__ import annotations

import gc
import inspect
import sys
from collections.abc import Iterable
from types import FrameType, FunctionType
from typing import Any

from daft_lint.records import dataclass

_MOST_BLOCKS = 600_000
"""Blocks of memory; a process that has imported Daft and Ray has 430,000."""


def udf_kinds(names: Iterable[str]) -> dict[str, str]:
    """`row-wise`, `batch` or `generator` for each UDF that can be found, by its name.

    A plan names a UDF by its module and its qualified name: `__main__.Embed.run`. Where several
    are called that, as after a notebook's cell ran twice, they tell only what they agree on.
    """
    found = {name: _in_modules(name) or _under_way(name) for name in names}
    hidden = _anywhere(frozenset(name for name, ones in found.items() if not ones))
    kinds = {name: {*map(_kind_of, ones or hidden.get(name, []))} for name, ones in found.items()}
    agreed = {name: next(iter(each)) for name, each in kinds.items() if len(each) == 1}
    return {name: kind for name, kind in agreed.items() if kind is not None}


@dataclass(frozen=True, slots=True)
class _Forms:
    """The types that Daft makes of decorated functions, where this version has them."""

    function: type | None
    legacy: type | None


def _forms() -> _Forms:
    new = sys.modules.get("daft.udf.udf_v2")
    old = sys.modules.get("daft.udf.legacy") or sys.modules.get("daft.udf")
    return _Forms(getattr(new, "Func", None), getattr(old, "UDF", None))


def _in_modules(name: str) -> list[Any]:
    """What a name stands for in the modules that are loaded."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        owner: Any = sys.modules.get(".".join(parts[:count]))
        if owner is not None:
            break
    else:
        return []
    return _within(owner, parts[count:])


def _within(owner: Any, parts: Iterable[str]) -> list[Any]:
    for part in parts:
        owner = inspect.getattr_static(_undecorated(owner), part, None)
    return [] if owner is None else [owner]


def _under_way(name: str) -> list[Any]:
    """What a name stands for among the variables of the functions that are under way."""
    forms = _forms()
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        for value in tuple(frame.f_locals.values()):
            # Other objects may do anything when they are asked for an attribute.
            if not isinstance(value, type | FunctionType) and type(value) not in (
                forms.function,
                forms.legacy,
            ):
                continue
            owner = _undecorated(value)
            own = f"{getattr(owner, '__module__', '')}.{getattr(owner, '__qualname__', '')}"
            if own == name:
                return [value]
            if name.startswith(f"{own}."):
                return _within(owner, name[len(own) + 1 :].split("."))
        frame = frame.f_back
    return []


def _undecorated(owner: Any) -> Any:
    """The class that `@daft.cls` was given, which its wrapper names as a base."""
    bases = getattr(owner, "__orig_bases__", ()) if isinstance(owner, type) else ()
    is_wrapper = getattr(owner, "__module__", "") == "daft.udf.udf_v2"
    arguments = [argument for base in bases for argument in getattr(base, "__args__", ())]
    return arguments[0] if is_wrapper and arguments else owner


def _anywhere(names: frozenset[str]) -> dict[str, list[Any]]:
    """UDFs that no module names, such as those that are made inside of functions.

    None are looked for in a large process: a million objects take a tenth of a second.
    """
    if not names or sys.getallocatedblocks() > _MOST_BLOCKS:
        return {}
    forms = _forms()
    types = (FunctionType, *(form for form in (forms.function, forms.legacy) if form))
    found: dict[str, list[Any]] = {}
    for object_ in gc.get_objects():
        if type(object_) in types:
            name = f"{object_.__module__}.{object_.__qualname__}"
            if name in names:
                found.setdefault(name, []).append(object_)
    return {name: _decorated(ones, forms) for name, ones in found.items()}


def _decorated(found: list[Any], forms: _Forms) -> list[Any]:
    """Those that decorators made, if any are: the function below tells less."""
    made = [function for function in found if type(function) in (forms.function, forms.legacy)]
    return made or found


def _kind_of(found: Any) -> str | None:
    """How a UDF is called; None where its object doesn't tell."""
    forms, form = _forms(), type(found)
    if form is forms.legacy:
        return "batch"
    if form is forms.function:
        return "batch" if found.is_batch else "generator" if found.is_generator else "row-wise"
    if not isinstance(found, FunctionType):
        return None
    if getattr(found, "_daft_batch_method", False):
        return "batch"
    return "generator" if inspect.isgeneratorfunction(found) else "row-wise"
