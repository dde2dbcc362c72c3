"""Each row of the table gives on real Daft what the UDF gives, on values odd and drawn by chance.

It runs on the native runner in this process: no Ray.
"""

from __future__ import annotations

import math
import os
import sys
import warnings
from functools import partial
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))
daft = pytest.importorskip("daft")
pytest.importorskip("numpy")

from equivalence_pairs import Variant, variants  # noqa: E402
from equivalence_values import Values, assigned_characters, series  # noqa: E402

from daft_lint.equivalences.table import TABLE, Equivalence  # noqa: E402

_ROWS = pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
_LARGEST = 2**64
os.environ.setdefault("DAFT_RUNNER", "native")
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def values() -> Values:
    return Values()


def _columns(row: Equivalence, values: Values) -> list[dict]:
    """Columns for a row, by name: one set for each Daft type of each kind."""
    found = []
    for dtype, held in values.of(row.kind):
        columns = {}
        for place, name in enumerate(row.columns):
            shifted = (
                held if not place else [held[(7 * n + place) % len(held)] for n in range(len(held))]
            )
            columns[name] = series([*shifted, None], dtype)
        found.append(columns)
    if len(row.columns) > 1:
        # One is null where the other isn't.
        for columns in found:
            held = columns["y"].to_pylist()
            columns["y"] = series([None, *held[1:]], columns["y"].datatype())
    return found


def _fails(variant: Variant, *held: object) -> bool:
    if any(value is None for value in held):
        return False
    try:
        made = variant.function(*held)
    except Exception:
        return True
    # Beyond that the UDF fails; below, results that don't fit are null.
    return isinstance(made, int) and not -(_LARGEST // 2) <= made < _LARGEST


def _asked(variant: Variant) -> list:
    return [daft.col(name) for name in variant.columns]


def _udf(variant: Variant, called=None):
    """The pattern as a row-wise UDF, which gives None for None."""
    function = variant.function

    def of_row(*held):
        if any(value is None for value in held):
            return None
        return called(*held) if called else function(*held)

    return daft.func(of_row, return_dtype=variant.declared)(*_asked(variant))


def _same(mine: object, other: object) -> bool:
    if isinstance(mine, float) and isinstance(other, float):
        if math.isnan(mine) or math.isnan(other):
            return math.isnan(mine) and math.isnan(other)
        return mine == other and math.copysign(1, mine) == math.copysign(1, other)
    if isinstance(mine, list) and isinstance(other, list):
        return len(mine) == len(other) and all(map(_same, mine, other))
    return type(mine) is type(other) and mine == other


@_ROWS
def test_a_row_is_equal(row: Equivalence, values: Values) -> None:
    any_failed = False
    for columns in _columns(row, values):
        working = []
        for variant, failed in _failures(list(variants(row)), columns):
            if any(failed):
                any_failed = True
                _prove([variant], _without(columns, failed))
            else:
                working.append(variant)
        _prove(working, columns)
    assert bool(row.failing) == any_failed


def _failures(every: list[Variant], columns: dict) -> list[tuple[Variant, list[bool]]]:
    """For each variant, in which rows the Python expression fails or its result is too large."""
    flags = [
        daft.func(partial(_fails, variant), return_dtype=daft.DataType.bool())(
            *_asked(variant)
        ).alias(str(number))
        for number, variant in enumerate(every)
    ]
    found = daft.from_pydict(columns).select(*flags).to_pydict()
    return [(variant, found[str(number)]) for number, variant in enumerate(every)]


def _without(columns: dict, failed: list[bool]) -> dict:
    def kept(column):
        held = [value for value, fails in zip(column.to_pylist(), failed, strict=True) if not fails]
        return series(held, column.datatype())

    return {name: kept(column) for name, column in columns.items()}


def _prove(every: list[Variant], columns: dict) -> None:
    if not every:
        return
    native = [variant.native for variant in every]
    ran = daft.from_pydict(columns).select(
        *_asked(every[0]),
        *(_udf(variant).alias(f"made {number}") for number, variant in enumerate(every)),
        *(result.alias(f"native {number}") for number, result in enumerate(native)),
    )
    schema, made = ran.schema(), ran.to_pydict()
    held = list(zip(*(made[name] for name in every[0].columns), strict=True))
    for number, variant in enumerate(every):
        assert native[number].name() == "x", variant
        assert schema[f"native {number}"].dtype == schema[f"made {number}"].dtype, variant
        different = [
            (given, mine, other)
            for given, mine, other in zip(
                held, made[f"made {number}"], made[f"native {number}"], strict=True
            )
            if not _same(mine, other)
        ]
        assert different == [], f"{variant.python} isn't {variant.expression}: {different[:3]}"


@_ROWS
def test_the_function_of_a_row_fails_on_none(row: Equivalence, values: Values) -> None:
    variant = next(variants(row))
    held = dict.fromkeys(row.columns, values.of(row.kind)[0][1][1])
    for name in row.columns:
        with pytest.raises((TypeError, AttributeError)):
            variant.function(**{**held, name: None})


@_ROWS
@pytest.mark.parametrize("nulls", [0, 2])
def test_a_row_does_without_values(row: Equivalence, nulls: int, values: Values) -> None:
    for columns in _columns(row, values):
        empty = {
            name: series([None] * nulls, column.datatype()) for name, column in columns.items()
        }
        _prove(list(variants(row))[:3], empty)


@_ROWS
def test_a_row_does_with_empty_values_alone(row: Equivalence, values: Values) -> None:
    for columns in _columns(row, values):
        empty = [
            value for value in columns["x"].to_pylist() if isinstance(value, str | bytes | list)
        ]
        shortest = min(empty, key=len, default=None)
        given = {
            name: series([shortest] * 2, column.datatype()) for name, column in columns.items()
        }
        working = [variant for variant in variants(row) if shortest in ("", [])]
        _prove(
            [variant for variant in working if not _fails(variant, *[shortest] * len(columns))],
            given,
        )


@_ROWS
def test_a_batch_function_gives_the_same_as_well(row: Equivalence, values: Values) -> None:
    variant = next(variants(row))
    function = variant.function
    columns = _columns(row, values)[0]
    frame = daft.from_pydict(columns)

    def batch(*series):
        return [
            None if None in held or _fails(variant, *held) else function(*held)
            for held in zip(*series, strict=True)
        ]

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        legacy = daft.udf(return_dtype=variant.declared)(batch)
    of_rows = _udf(variant, lambda *held: None if _fails(variant, *held) else function(*held))
    new = daft.func.batch(return_dtype=variant.declared)(batch)
    made = frame.select(
        of_rows.alias("made"),
        new(*_asked(variant)).alias("new"),
        legacy(*_asked(variant)).alias("legacy"),
    )
    assert (
        made.schema()["new"].dtype == made.schema()["legacy"].dtype == made.schema()["made"].dtype
    )
    held = made.to_pydict()
    assert all(map(_same, held["made"], held["new"]))
    assert all(map(_same, held["made"], held["legacy"]))


@pytest.mark.parametrize("name", ["upper", "lower", "strip", "length-of-text", "count-words"])
def test_text_is_equal_in_every_character(name: str) -> None:
    row = next(equivalence for equivalence in TABLE if equivalence.name == name)
    variant = next(variants(row))
    characters = assigned_characters()
    if row.assuming and sys.version_info < (3, 14):
        characters = tuple(character for character in characters if character not in "ƛɤ")
    for around in ("{}", "a{}b{}", "{}Σ{}"):
        texts = [around.replace("{}", character) for character in characters]
        made = daft.from_pydict({"x": texts}).select(variant.native).to_pydict()["x"]
        different = [
            (text, other)
            for text, other in zip(texts, made, strict=True)
            if variant.function(text) != other
        ]
        assert different == []
