"""How many times as fast each native expression is as the UDF it stands for.

    python benchmarks/equivalences.py

Writes `benchmarks/results/equivalences.json`; the figures in `daft_lint/equivalences/table.py` are
these, rounded down. Run it on a machine with nothing else to do.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from daft_lint.equivalences.table import TABLE, Equivalence

_RESULTS = Path(__file__).parent / "results" / "equivalences.json"
_ROWS = 100_000
_RUNS = 3


def measure() -> dict[str, dict[str, float]]:
    """The seconds of UDF and expression, the best of some runs, and the rows, by row's name."""
    os.environ.setdefault("DAFT_RUNNER", "native")
    os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
    from equivalence_values import Values

    found: dict[str, dict[str, float]] = {}
    values = Values()
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
    function = variant.function
    dtype, held = values.of(row.kind)[0]
    tuples = [
        tuple(held[(place + shift) % len(held)] for shift in range(len(row.columns)))
        for place in range(len(held))
    ]
    working = [tuple_ for tuple_ in tuples if _works(function, tuple_)]
    many = (working * (_ROWS // len(working) + 1))[:_ROWS]
    frame = daft.from_pydict(
        {
            name: series([pair[place] for pair in many], dtype)
            for place, name in enumerate(row.columns)
        }
    ).collect()
    udf = daft.func(function, return_dtype=variant.declared)
    asked = [daft.col(name) for name in row.columns]
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
        "rows": _ROWS,
    }


def speed_up(found: dict[str, float]) -> float:
    """How many times as fast the expression is: by the clock or by processor time, the lesser."""
    return min(
        found["udf_seconds"] / found["expression_seconds"],
        found["udf_processor_seconds"] / found["expression_processor_seconds"],
    )


def _works(function: Callable, held: tuple) -> bool:
    try:
        made = function(*held)
    except Exception:
        return False
    return not isinstance(made, int) or -(2**63) <= made < 2**63


def _seconds(run: Callable[[], object]) -> tuple[float, float]:
    """The seconds that it takes, by the clock and of all processors."""
    began = time.perf_counter(), time.process_time()
    run()
    return time.perf_counter() - began[0], time.process_time() - began[1]


def main() -> None:
    """Measure, and write the results."""
    _RESULTS.parent.mkdir(exist_ok=True)
    _RESULTS.write_text(json.dumps(measure(), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
