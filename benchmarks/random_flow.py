"""Makes random programs, and compares what code analysis knows of numbers with all their runs.

In each, numbers change in branches, loops, calls and handlers, as the environment has it. What is
known of one must hold in every run; that nothing is known is never wrong. The exit code is 1 when
something is wrong. Daft isn't needed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

from flow_checking import Knowledge, checked
from flow_drawing import draw_flow


def main() -> int:
    """Check a program for each seed, and print what was found."""
    options = _options()
    counts: Counter[Knowledge] = Counter()
    for seed in range(*options.seeds):
        flow = draw_flow(seed)
        found = checked(flow) or []
        counts.update(one.knowledge for one in found)
        wrong = [one for one in found if one.knowledge is Knowledge.WRONG]
        for one in wrong:
            print(f"seed {seed}: {one}", flush=True)
        if wrong and options.keep is not None:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{seed}.py").write_text(flow.text, encoding="utf-8")
    told = ", ".join(f"{counts[one]:,} {one.value}" for one in Knowledge)
    print(f"{counts.total():,} numbers of {len(range(*options.seeds)):,} programs: {told}")
    return int(counts[Knowledge.WRONG] > 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--seeds",
        nargs=2,
        type=int,
        default=(0, 1_000),
        metavar=("LOW", "HIGH"),
        help="from LOW up to HIGH, which is left out",
    )
    parser.add_argument(
        "--keep", type=Path, metavar="FOLDER", help="keep programs that are read wrong here"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
