"""Which classes of UDFs the version of Daft in use has."""

from __future__ import annotations

from daft_lint.rule import Definition

# Of `@daft.cls`, by the history of Daft.
_FIRST_WITH_CLS = (0, 6, 6)


def class_decorator(definition: Definition) -> str:
    """What makes a class a UDF there, as code: `@daft.cls`, and `@daft.udf` before 0.6.6."""
    version = definition.daft_version
    return "`@daft.udf`" if version < _FIRST_WITH_CLS[: len(version)] else "`@daft.cls`"
