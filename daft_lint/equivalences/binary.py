"""Functions of bytes."""

from __future__ import annotations

from daft_lint.equivalences.constants import COUNT
from daft_lint.equivalences.equivalence import Equivalence, row
from daft_lint.equivalences.kinds import Kind

BINARY: tuple[Equivalence, ...] = (
    row(
        "encode-text",
        ("x.encode()", "x.encode('utf-8')", "x.encode('utf8')"),
        "{x}.cast(daft.DataType.binary())",
        Kind.TEXT,
        "binary",
    ),
    row(
        "decode-text",
        ("x.decode()", "x.decode('utf-8')", "x.decode('utf8')", "str(x, 'utf-8')"),
        '{x}.decode("utf-8")',
        Kind.BYTES,
        "string",
        failing="bytes that aren't UTF-8",
    ),
    row(
        "base64",
        (
            "base64.b64encode(x).decode()",
            "base64.b64encode(x).decode('utf-8')",
            "base64.b64encode(x).decode('ascii')",
        ),
        '{x}.encode("base64").decode("utf-8")',
        Kind.BYTES,
        "string",
    ),
    row("base64-bytes", "base64.b64encode(x)", '{x}.encode("base64")', Kind.BYTES, "binary"),
    row("hex", "x.hex()", '{x}.encode("hex").decode("utf-8")', Kind.BYTES, "string"),
    row("hex-bytes", "binascii.hexlify(x)", '{x}.encode("hex")', Kind.BYTES, "binary"),
    row(
        "length-of-bytes",
        "len(x)",
        "{x}.length()",
        Kind.BYTES,
        "uint64",
        returns=("uint64", "int64", "int32", "uint32"),
        obvious=False,
    ),
    row(
        "first-bytes",
        ("x[:A]", "x[0:A]"),
        "{x}.slice(0, {A})",
        Kind.BYTES,
        "binary",
        constants={"A": COUNT},
        obvious=False,
    ),
    row("concat-bytes", "x + y", "{x}.concat({y})", Kind.BYTES, "binary", obvious=False),
)
