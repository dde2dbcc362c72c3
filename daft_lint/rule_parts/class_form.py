"""The classes of UDFs that the version of Daft in use has."""

from __future__ import annotations

from daft_lint.plan.quantity import Quantity
from daft_lint.rule import Definition

# Of `@daft.cls`, by the history of Daft.
_FIRST_WITH_CLS = (0, 6, 6)


def class_decorator(definition: Definition) -> str:
    """What makes a class a UDF there, as code: `@daft.cls`, and `@daft.udf` before 0.6.6."""
    version = definition.daft_version
    return "`@daft.udf`" if version < _FIRST_WITH_CLS[: len(version)] else "`@daft.cls`"


def as_pool(definition: Definition, number: Quantity) -> str:
    """How a function gets a pool of so many actors, in words."""
    actors = f"={number}" if number.known else ""
    if class_decorator(definition) == "`@daft.udf`":
        return f"for a pool of actors, make it a class with `@daft.udf(concurrency{actors})`"
    return f"for a pool of actors, make it a class with `@daft.cls(max_concurrency{actors})`"
