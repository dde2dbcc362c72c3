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
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="that of the first program")
    parser.add_argument("--count", type=int, default=1_000, help="how many programs")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep what is read wrong here")
    options = parser.parse_args()
    counts: Counter[Knowledge] = Counter()
    for seed in range(options.seed, options.seed + options.count):
        flow = draw_flow(seed)
        found = checked(flow) or []
        counts.update(compared.knowledge for compared in found)
        wrong = [compared for compared in found if compared.knowledge is Knowledge.WRONG]
        for comparison in wrong:
            print(f"seed {seed}: {comparison}", flush=True)
        if wrong and options.keep is not None:
            options.keep.mkdir(parents=True, exist_ok=True)
            (options.keep / f"{seed}.py").write_text(flow.text, encoding="utf-8")
    reported = ", ".join(f"{counts[knowledge]:,} {knowledge.value}" for knowledge in Knowledge)
    print(f"{counts.total():,} numbers of {options.count:,} programs: {reported}")
    return int(counts[Knowledge.WRONG] > 0)


if __name__ == "__main__":
    sys.exit(main())
