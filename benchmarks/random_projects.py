"""Makes random projects, and compares what code analysis says of each with its live plan.

In each, numbers travel through modules in ways that Python has. Where code analysis knows a figure
that the live plan knows too, it must be the same; that it doesn't know one is never wrong. The exit
code is 1 when a project is wrong, or failed to run or to be read.
"""

from __future__ import annotations

import os
import sys
import tempfile
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from project_checking import Judged, Verdict, judged
from project_drawing import draw
from seeding import seed_options

_BAD = frozenset({Verdict.WRONG, Verdict.FAILED})
_LOST = frozenset({Verdict.UNKNOWN, Verdict.SILENT})
_SHOWN = 20


def main() -> int:
    """Judge a project for each seed, and print what was found."""
    options = seed_options(__doc__, "those that are wrong or failed")
    os.environ.setdefault("DAFT_PROGRESS_BAR", "0")
    warnings.simplefilter("ignore")
    outcomes = []
    for seed in range(*options.seeds):
        with tempfile.TemporaryDirectory(prefix="daft-lint-") as folder:
            outcome = judged(seed, Path(folder))
        outcomes.append(outcome)
        if outcome.verdict in _BAD:
            print(f"seed {seed} is {outcome.verdict.value}: {outcome.said}", flush=True)
            print(f"  {', '.join(sorted(outcome.ways))}", flush=True)
            if options.keep is not None:
                draw(seed).write(options.keep / str(seed))
    _report(outcomes)
    return int(any(judged_project.verdict in _BAD for judged_project in outcomes))


def _report(outcomes: Sequence[Judged]) -> None:
    counts = Counter(outcome.verdict for outcome in outcomes)
    reported = ", ".join(f"{counts[verdict]:,} {verdict.value}" for verdict in Verdict)
    print(f"{len(outcomes):,} projects: {reported}")
    drawn = Counter(way for outcome in outcomes for way in outcome.ways)
    lost = Counter(way for outcome in outcomes if outcome.verdict in _LOST for way in outcome.ways)
    # One that was drawn seldom may have been with others that are to blame.
    often = sorted(lost, key=lambda way: (-lost[way] / (drawn[way] + 1), way))
    print("not known, of the projects with each:")
    for way in often[:_SHOWN]:
        print(f"  {lost[way]:4} of {drawn[way]:4}  {way}")


if __name__ == "__main__":
    sys.exit(main())
