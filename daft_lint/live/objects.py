"""The kinds of the UDFs of a plan, from the Python objects behind them, found by their names."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterable
from types import FunctionType
from typing import Any


def udf_kinds(names: Iterable[str]) -> dict[str, str]:
    """`row-wise`, `batch` or `generator` for each UDF that modules have, by its name.

    A plan names a UDF by its module and its qualified name: `__main__.Embed.run`. UDFs
    that are made inside a function are left out.
    """
    kinds = {name: _kind_of(_in_modules(name)) for name in names}
    return {name: kind for name, kind in kinds.items() if kind is not None}


def _in_modules(name: str) -> Any:
    """What a name stands for in the modules that are loaded; None where it is in none."""
    parts = name.split(".")
    for count in range(len(parts) - 1, 0, -1):
        found: Any = sys.modules.get(".".join(parts[:count]))
        if found is not None:
            for part in parts[count:]:
                found = inspect.getattr_static(_undecorated(found), part, None)
            return found
    return None


def _undecorated(owner: Any) -> Any:
    """The class that `@daft.cls` was given, which its wrapper names as a base."""
    bases = getattr(owner, "__orig_bases__", ()) if isinstance(owner, type) else ()
    is_wrapper = getattr(owner, "__module__", "") == "daft.udf.udf_v2"
    arguments = [argument for base in bases for argument in getattr(base, "__args__", ())]
    return arguments[0] if is_wrapper and arguments else owner


def _kind_of(found: Any) -> str | None:
    """How a UDF is called; None where its object doesn't tell."""
    new = sys.modules.get("daft.udf.udf_v2")
    old = sys.modules.get("daft.udf.legacy") or sys.modules.get("daft.udf")
    if type(found) is getattr(old, "UDF", None):
        return "batch"
    if type(found) is getattr(new, "Func", None):
        return "batch" if found.is_batch else "generator" if found.is_generator else "row-wise"
    if not isinstance(found, FunctionType):
        return None
    if getattr(found, "_daft_batch_method", False):
        return "batch"
    return "generator" if inspect.isgeneratorfunction(found) else "row-wise"
