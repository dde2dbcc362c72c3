"""How many times as fast each native expression is as the UDF it stands for.

    python benchmarks/equivalences.py            # measures all rows, writes the results
    python benchmarks/equivalences.py --page     # writes the code and the page from the results

Writes `benchmarks/results/equivalences.json`, `daft_lint/equivalences/speedups.py`,
`docs/native-expressions.md` and the tables that the page sums up, in `docs/data`. Run it on a
machine with nothing else to do.
"""

from __future__ import annotations

import csv
import io
import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parent))

from counterexamples import UNEQUAL

from daft_lint.equivalences.equivalence import Equivalence
from daft_lint.equivalences.table import FAMILIES, TABLE

_ROOT = Path(__file__).parents[1]
_RESULTS = Path(__file__).parent / "results" / "equivalences.json"
_MEASURED = _ROOT / "daft_lint" / "equivalences" / "speedups.py"
_DOCS = _ROOT / "docs"
_ROWS = 100_000
_FEW = {"read-file": 1_000, "image-height": 2_000, "image-width": 2_000, "image-channels": 2_000}
_FEW |= dict.fromkeys(
    ["cosine-similarity", "cosine-distance", "dot-product", "euclidean-distance"], 20_000
)
_RUNS = 3


def measure() -> dict[str, dict[str, float]]:
    """The seconds of UDF and expression, the best of some runs, and the rows, by row's name."""
    os.environ.setdefault("DAFT_RUNNER", "native")
    os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
    from equivalence_values import Values

    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        values = Values(Path(folder))
        for row in TABLE:
            found[row.name] = _measured(row, values)
            print(f"{row.name:24} {speed_up(found[row.name]):8.1f}", flush=True)
    return found


def _measured(row: Equivalence, values: object) -> dict[str, float]:
    import daft
    from equivalence_pairs import variants
    from equivalence_values import series

    every = list(variants(row))
    variant = next(
        (each_variant for each_variant in every if each_variant.dtype in ("int64", row.natural)),
        every[0],
    )
    function, rows = variant.function, _FEW.get(row.name, _ROWS)
    dtype, held = values.of(row.takes["x"][0], row.name)[0]
    tuples = [
        tuple(held[(place + shift) % len(held)] for shift in range(len(row.takes)))
        for place in range(len(held))
    ]
    working = [tuple_ for tuple_ in tuples if _works(function, tuple_)]
    many = (working * (rows // len(working) + 1))[:rows]
    frame = daft.from_pydict(
        {
            name: series([pair[place] for pair in many], dtype)
            for place, name in enumerate(row.takes)
        }
    ).collect()
    udf = daft.func(function, return_dtype=variant.declared)
    asked = [daft.col(name) for name in row.takes]
    pairs = [
        (
            _seconds(lambda: frame.select(udf(*asked).alias("made")).collect()),
            _seconds(lambda: frame.select(variant.native.alias("made")).collect()),
        )
        for _ in range(_RUNS)
    ]
    udfs, natives = zip(*pairs, strict=True)
    return {
        "udf_seconds": min(wall for wall, _ in udfs),
        "udf_processor_seconds": min(processor for _, processor in udfs),
        "expression_seconds": min(wall for wall, _ in natives),
        "expression_processor_seconds": min(processor for _, processor in natives),
        "rows": rows,
    }


def speed_up(found: dict[str, float]) -> float:
    """How many times as fast the expression is: by the clock or by processor time, the lesser."""
    return min(
        found["udf_seconds"] / found["expression_seconds"],
        found["udf_processor_seconds"] / found["expression_processor_seconds"],
    )


def _works(function: Callable, held: tuple) -> bool:
    import numpy as np

    # An embedding is an array in the UDF.
    given = [
        np.array(value) if isinstance(value, list) and len(value) == 64 else value for value in held
    ]
    try:
        made = function(*given)
    except Exception:
        return False
    return not isinstance(made, int) or -(2**63) <= made < 2**63


def _seconds(run: Callable[[], object]) -> tuple[float, float]:
    """The seconds that it takes, by the clock and of all processors."""
    began = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - began[0], time.process_time() - began[1]


def write_code(found: dict[str, dict[str, float]]) -> None:
    """The speed-ups as the rule reads them, rounded down."""
    lines = [
        f'    "{name}": {math.floor(10 * speed_up(entry)) / 10},'
        for name, entry in sorted(found.items())
    ]
    head = _MEASURED.read_text(encoding="utf-8").partition("SPEED_UPS")[0]
    body = "\n".join(lines)
    _MEASURED.write_text(f"{head}SPEED_UPS: dict[str, float] = {{\n{body}\n}}\n", encoding="utf-8")


def pages(found: dict[str, dict[str, float]]) -> dict[Path, str]:
    """The page that sums the equivalences up, and the tables of all equal and unequal pairs."""
    equal = [
        (family, *_cells(row, found.get(row.name)))
        for family, rows in FAMILIES.items()
        for row in rows
    ]
    unequal = [
        (counterexample.python, counterexample.daft, counterexample.why)
        for counterexample in UNEQUAL
    ]
    data = _DOCS / "data"
    return {
        _DOCS / "native-expressions.md": _page(found),
        data / "native-expressions.csv": _csv(_EQUAL_HEAD, equal),
        data / "look-alikes.csv": _csv(("Python", "Daft", "difference"), unequal),
    }


def _page(found: dict[str, dict[str, float]]) -> str:
    lines = []
    for family, rows in FAMILIES.items():
        times = [speed_up(found[row.name]) for row in rows if row.name in found]
        python, native = rows[0].patterns[0], _cells(rows[0], None)[1]
        example = f"`{python}` | `{native}`"
        middle = _times(median(times)) if times else ""
        lines.append(f"| {family} | {len(rows)} | {middle} | {example} |")
    return _TEXT.format(amount=len(TABLE), unequal=len(UNEQUAL), families="\n".join(lines))


def _csv(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def _cells(row: Equivalence, found: dict[str, float] | None) -> tuple[str, ...]:
    """The Python, the Daft, the kinds of values, the times as fast, and the notes of a row."""
    from daft_lint.equivalences.rendering import Code, Written, render

    columns = {name: Code(name) for name in row.takes}
    constants = {name: Written(name, name) for name in row.constants}
    native = render(row, columns, constants, row.returns[0]).text
    failing = row.failing.replace(", ", " and ")
    notes = [f"the UDF fails on {failing}" if failing else ""]
    notes += [f"equal if {row.assuming}" if row.assuming else ""]
    notes += [f"equal to within {row.tolerance:g}" if row.tolerance else ""]
    guarded = row.nulls.value == "different"
    notes += ["equal only if the UDF returns None for None" if guarded else ""]
    notes += [f"{found['rows']:,} rows" if found and found["rows"] != _ROWS else ""]
    notes += ["not offered: not faster" if found and speed_up(found) <= 1 else ""]
    times = f"{_times(speed_up(found))}" if found else ""
    kinds = ", ".join(kind.value for kind in row.takes["x"])
    text = "; ".join(note for note in notes if note)
    return " or ".join(row.patterns[:2]), native, kinds, times, text


def _times(speed_up: float) -> str:
    return f"{math.floor(speed_up)}" if speed_up >= 10 else f"{math.floor(speed_up * 10) / 10}"


_EQUAL_HEAD = ("family", "Python", "Daft", "of", "times as fast", "notes")
_TEXT = """# Native expressions

<!-- Generated by benchmarks/equivalences.py. -->

You often don't need a UDF whose whole body is one Python expression: Daft has an expression that
gives the same values, many times faster. [DFT308](rules/native-expression.md) knows {amount} such
expressions, and combinations of them: `len(x.strip().split(","))` combines three.

- [All {amount} expressions](data/native-expressions.csv): Python, Daft, types, speed and notes.
- [{unequal} pairs that look equal but differ](data/look-alikes.csv), and how they differ. Of two
  values, the first is Python's. DFT308 doesn't offer these pairs.

| family | expressions | times as fast, median | example: Python | Daft |
| --- | ---: | ---: | --- | --- |
{families}

In both files `x` and `y` are columns, and capital letters such as `A` are literals.

## When they are equal

Every pair was run side by side on Daft 0.7.26. The test values are nulls, empty values, odd and
random Unicode, the extremes of every numeric type, NaN, infinity, -0.0, empty and short lists, time
zones, and dates of three centuries. Values, types and the name of the column are equal.

- **Nulls**: a UDF without a test for None fails on nulls. The expression gives null.
- **Types**: the expression casts a column first if its width matters. It casts the result if the
  UDF returns another type.
- **Unicode**: upper case, lower case and whitespace were tried on every character that Python 3.11
  knows. Characters that are newer than your Python's Unicode version may change case differently in
  Daft.

## How the speed was measured

"Times as fast" is the time of the row-wise UDF divided by the time of the expression, rounded down.
Both are measured by the clock and in processor time, and the lower ratio counts. Each time is the
best of three runs on 100,000 rows on the native runner; the notes name the few pairs with fewer
rows. DFT308 doesn't offer an expression that isn't faster.
"""


def main() -> None:
    """Measure unless told otherwise, then write code and page."""
    if "--page" not in sys.argv[1:]:
        _RESULTS.parent.mkdir(exist_ok=True)
        _RESULTS.write_text(json.dumps(measure(), indent=2) + "\n", encoding="utf-8")
    found = json.loads(_RESULTS.read_text(encoding="utf-8"))
    write_code(found)
    for path, text in pages(found).items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
