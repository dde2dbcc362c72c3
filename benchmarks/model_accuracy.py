"""How well the model predicts real runs: random shapes on local Ray clusters.

Each shape runs once. Its idle actors should lie in the predicted interval, which should be narrow;
its actors should get the expected rows, in the expected time. Prints Markdown; exits with 1 when a
target is missed or a shape didn't run, and with 2 when a file can't be used. The shapes that missed
something follow in CSV.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from accuracy_page import page, picture, report, table
from random_shapes import draw_shapes
from recording import Recorded, append, read
from running import Numbered, run
from scoring import Outcome, expected, score

from daft_lint.verification.engine_process import EngineError

PAGE = Path(__file__).parent.parent / "docs" / "model-accuracy.md"
DATA = PAGE.parent / "data" / "model-accuracy.csv"
PICTURE = PAGE.parent / "images" / "model-accuracy.svg"


def main() -> int:
    """Measure or read, and report."""
    options = _options()
    try:
        runs = read(options.compare) if options.compare else list(_measured(options))
    except (EngineError, OSError, ValueError) as error:
        print(f"model_accuracy.py: {error}", file=sys.stderr)
        return 2
    if options.seed is not None:
        runs = [recorded for recorded in runs if recorded.seed in options.seed]
    return _report(runs, write=options.write)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, nargs="+", help="draws the shapes (default: 1)")
    parser.add_argument("--count", type=int, default=200, help="shapes for each seed")
    parser.add_argument(
        "--record", type=Path, metavar="FILE", help="add the runs to FILE, but those it has"
    )
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), help="start no run after so many"
    )
    parser.add_argument(
        "--from",
        dest="compare",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="run nothing, and compare what these files recorded",
    )
    parser.add_argument("--write", action="store_true", help=f"write docs/{PAGE.name} and its data")
    return parser.parse_args()


def _measured(options: argparse.Namespace) -> Iterator[Recorded]:
    """What a file has of the shapes, and then the runs of the others.

    Raises:
        EngineError: when no cluster can be started.
        OSError: when the file can't be read or written.
        ValueError: when it has another shape under the number of one.
    """
    seeds, file = options.seed or [1], options.record
    known = read([file]) if file is not None and file.exists() else []
    left = list(_left(seeds, options.count, known))
    yield from known
    for done, seen in enumerate(run(left, options.seconds), start=1):
        if file is not None:
            append(file, seen)
        if seen.failure:
            print(f"\nseed {seen.seed}, shape {seen.number}: {seen.failure}", file=sys.stderr)
        print(f"\r{done} of {len(left)}", end="", file=sys.stderr, flush=True)
        yield seen
    print(file=sys.stderr)


def _left(seeds: Iterable[int], count: int, known: Iterable[Recorded]) -> Iterator[Numbered]:
    found = {(recorded.seed, recorded.number): recorded.shape for recorded in known}
    for seed in seeds:
        for number, shape in enumerate(draw_shapes(seed, count)):
            if (seed, number) not in found:
                yield Numbered(seed, number, shape)
            elif found[seed, number] != shape:
                raise ValueError(f"shape {number} of seed {seed} was another one: use a new file")


def _report(runs: Sequence[Recorded], *, write: bool) -> int:
    if not runs:
        print("model_accuracy.py: there is no run to compare", file=sys.stderr)
        return 2
    in_order = sorted(runs, key=lambda recorded: (recorded.seed, recorded.number))
    compared = [_compared(recorded) for recorded in in_order]
    outcomes = [each_run for each_run in compared if isinstance(each_run, Outcome)]
    failures = [each_run for each_run in compared if isinstance(each_run, Recorded)]
    text = report(outcomes, failures)
    print(text)
    print(table(outcome for outcome in outcomes if outcome.missed))
    if write:
        DATA.write_text(table(outcomes), encoding="utf-8")
        PICTURE.write_text(picture(table(outcomes)), encoding="utf-8")
        versions = " and ".join(sorted({recorded.versions for recorded in runs}))
        measured_on = f"{versions}, {os.cpu_count()} cores"
        PAGE.write_text(page(PAGE.read_text("utf-8"), measured_on, text), encoding="utf-8")
    return 0 if score(outcomes).good and not failures else 1


def _compared(recorded: Recorded) -> Outcome | Recorded:
    """A run beside what was expected of it, or why there is nothing to compare."""
    if recorded.failure:
        return recorded
    try:
        return Outcome(recorded, expected(recorded.shape), recorded.trial)
    except ValueError as error:
        return replace(recorded, failure=f"nothing is predicted: {error}")


if __name__ == "__main__":
    sys.exit(main())
