"""The kinds of values that a column may hold, as far as a function's annotations show."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """The values of a column, whatever width Daft stores them in."""

    TEXT = "text"
    BYTES = "bytes"
    WHOLE = "whole numbers"
    REAL = "real numbers"
    FLAG = "booleans"
    DATE = "dates"
    TIMESTAMP = "timestamps"
    DURATION = "durations"
    TEXTS = "lists of text"
    WHOLES = "lists of whole numbers"
    REALS = "lists of real numbers"
    STRUCT = "structs"
    IMAGE = "images"
    VECTOR = "embeddings"


# What the qualified names in annotations promise.
ANNOTATIONS: dict[str, tuple[Kind, ...]] = {
    "builtins.str": (Kind.TEXT,),
    "builtins.bytes": (Kind.BYTES,),
    "builtins.int": (Kind.WHOLE,),
    "builtins.float": (Kind.REAL,),
    "builtins.bool": (Kind.FLAG,),
    "builtins.dict": (Kind.STRUCT,),
    "typing.Dict": (Kind.STRUCT,),
    "datetime.date": (Kind.DATE,),
    "datetime.datetime": (Kind.TIMESTAMP,),
    "datetime.timedelta": (Kind.DURATION,),
    "numpy.ndarray": (Kind.IMAGE, Kind.VECTOR),
}
LISTS = {Kind.TEXT: Kind.TEXTS, Kind.WHOLE: Kind.WHOLES, Kind.REAL: Kind.REALS}
# The Daft type of what a function returns, by the annotation.
RETURNED = {
    Kind.TEXT: "string",
    Kind.BYTES: "binary",
    Kind.WHOLE: "int64",
    Kind.REAL: "float64",
    Kind.FLAG: "bool",
    Kind.DATE: "date",
    Kind.DURATION: "duration[us]",
    Kind.TEXTS: "list[string]",
    Kind.WHOLES: "list[int64]",
    Kind.REALS: "list[float64]",
}
# The kind of values that a Daft type holds.
HELD = {
    "string": Kind.TEXT,
    "binary": Kind.BYTES,
    "float64": Kind.REAL,
    "bool": Kind.FLAG,
    "date": Kind.DATE,
    "duration[us]": Kind.DURATION,
    "list[string]": Kind.TEXTS,
    "list[int64]": Kind.WHOLES,
    "list[float64]": Kind.REALS,
    **{f"{sign}int{bits}": Kind.WHOLE for sign in ("", "u") for bits in (8, 16, 32, 64)},
}
