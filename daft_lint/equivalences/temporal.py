"""Functions of dates, timestamps and durations.

The hour of a timestamp with a time zone is that in its zone, on both sides.
"""

from __future__ import annotations

from daft_lint.equivalences.constants import DATE_FORMAT, TIME_FORMAT
from daft_lint.equivalences.equivalence import Equivalence, row
from daft_lint.equivalences.kinds import Kind

_DAYS = (Kind.DATE, Kind.TIMESTAMP)
_SMALL = ("uint32", "int64", "int32")

TEMPORAL: tuple[Equivalence, ...] = (
    row("year", "x.year", "{x}.year()", _DAYS, "int32", returns=("int32", "int64")),
    row("month", "x.month", "{x}.month()", _DAYS, "uint32", returns=_SMALL),
    row("day", "x.day", "{x}.day()", _DAYS, "uint32", returns=_SMALL),
    row("hour", "x.hour", "{x}.hour()", Kind.TIMESTAMP, "uint32", returns=_SMALL),
    row("minute", "x.minute", "{x}.minute()", Kind.TIMESTAMP, "uint32", returns=_SMALL),
    row("second", "x.second", "{x}.second()", Kind.TIMESTAMP, "uint32", returns=_SMALL),
    row(
        "microsecond",
        "x.microsecond",
        "{x}.microsecond()",
        Kind.TIMESTAMP,
        "uint32",
        returns=_SMALL,
    ),
    row("weekday", "x.weekday()", "{x}.day_of_week()", _DAYS, "uint32", returns=_SMALL),
    row(
        "iso-weekday",
        "x.isoweekday()",
        "{x}.day_of_week() + 1",
        _DAYS,
        "",
        returns=("int64", "int32"),
    ),
    row(
        "day-of-year", "x.timetuple().tm_yday", "{x}.day_of_year()", _DAYS, "uint32", returns=_SMALL
    ),
    row(
        "week-of-year",
        ("x.isocalendar()[1]", "x.isocalendar().week"),
        "{x}.week_of_year()",
        _DAYS,
        "uint32",
        returns=_SMALL,
    ),
    row(
        "quarter",
        ("(x.month - 1) // 3 + 1", "(x.month + 2) // 3"),
        "{x}.quarter()",
        _DAYS,
        "uint32",
        returns=_SMALL,
    ),
    row("date", "x.date()", "{x}.date()", Kind.TIMESTAMP, "date"),
    row(
        "format-date",
        "x.strftime(A)",
        "{x}.strftime({A})",
        Kind.DATE,
        "string",
        constants={"A": DATE_FORMAT},
        obvious=False,
    ),
    row(
        "format-time",
        "x.strftime(A)",
        "{x}.strftime({A})",
        Kind.TIMESTAMP,
        "string",
        constants={"A": TIME_FORMAT},
        obvious=False,
    ),
    row(
        "days-between",
        "(x - y).days",
        "daft.functions.date_diff({x}, {y})",
        Kind.DATE,
        "",
        returns=("int64",),
        obvious=False,
    ),
    row(
        "seconds",
        "x.total_seconds()",
        "{x}.total_microseconds().cast(daft.DataType.float64()) / 1_000_000",
        Kind.DURATION,
        "float64",
    ),
)
