"""Functions of structs, and JSON."""

from __future__ import annotations

from daft_lint.equivalences.constants import FIELD
from daft_lint.equivalences.equivalence import Equivalence, Nulls, row
from daft_lint.equivalences.kinds import Kind

STRUCTS: tuple[Equivalence, ...] = (
    row(
        "field",
        ("x[A]", "x.get(A)"),
        "{x}[{A}]",
        Kind.STRUCT,
        "",
        returns=("string", "int64"),
        constants={"A": FIELD},
        assuming="the field has the type that the UDF returns",
        obvious=False,
        keeps_name=False,
        nullable=True,
    ),
    row(
        "to-json",
        (
            "json.dumps(x, separators=(',', ':'), ensure_ascii=False)",
            "json.dumps(x, ensure_ascii=False, separators=(',', ':'))",
        ),
        '{x}.serialize("json")',
        Kind.TEXTS,
        "string",
        nulls=Nulls.DIFFERENT,
        obvious=False,
    ),
)
