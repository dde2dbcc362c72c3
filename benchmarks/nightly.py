"""Goes round all that tries to break daft-lint, with fresh seeds, until the time is up.

The first round is always whole. A part is a script of its own: what breaks can be tried again with
the command that is printed.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass
from itertools import count, cycle
from pathlib import Path

HERE = Path(__file__).parent
MINUTES = 60.0


@dataclass(frozen=True, slots=True)
class Part:
    """What is tried: the name, the script with its options, and how many it tries in a round."""

    name: str
    script: str
    options: tuple[str, ...]
    number: int

    def command(self, seed: int) -> list[str]:
        """The command of a round."""
        return [sys.executable, str(HERE / self.script), *self.options, "--seed", str(seed)]


PARTS = (
    Part("mutants", "robustness.py", ("--trees", "--mutants", "1000"), 1_000),
    Part("programs that repeat one thing", "growing.py", (), 30),
    Part("odd files", "odd_files.py", (), 200),
    Part("odd runs", "odd_runs.py", ("--count", "25"), 25),
    Part("programs to fix", "fix_fuzzing.py", ("--programs", "1000"), 1_000),
    Part("hostile projects", "attacks.py", ("--count", "30", "--commands", "2"), 98),
    Part("hostile names", "escapes.py", ("--count", "40"), 40),
    Part("kills", "crash_safety.py", ("--kills", "10", "--aimed", "10", "--files", "10"), 20),
    Part("calls that Daft refuses", "refused_calls.py", ("--compare",), 16),
    Part("tables of the engine", "engine_tables.py", ("--compare",), 1),
    Part("whole tables of tests", "whole_tables.py", (), 1),
    Part("numbers in random programs", "random_flow.py", ("--count", "100"), 100),
    Part("changes in an editor", "editor_changes.py", ("--changes", "200"), 200),
)


def main() -> int:
    """Try, and print a table of what was tried; 1 when a promise was broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=MINUTES, help="how long to go on")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="the first round's")
    parser.add_argument("--only", nargs="+", metavar="SCRIPT", help="the scripts to run")
    options = parser.parse_args()
    start = time.monotonic()
    parts = [part for part in PARTS if not options.only or part.script in options.only]
    tried: Counter[str] = Counter()
    broken: Counter[str] = Counter()
    for seed, part in zip(count(options.seed), cycle(parts), strict=False):
        minutes = (time.monotonic() - start) / 60
        if minutes > options.minutes and len(tried) == len(parts):
            break
        print(f"{minutes:.0f} min: {part.name}", file=sys.stderr, flush=True)
        command = part.command(seed)
        done = subprocess.run(
            command, capture_output=True, text=True, errors="replace", check=False
        )
        tried[part.name] += part.number
        if done.returncode != 0:
            broken[part.name] += 1
            print(
                " ".join(command), done.stdout, done.stderr, sep="\n", file=sys.stderr, flush=True
            )
    print("| what | tried | rounds with a broken promise |\n| --- | ---: | ---: |")
    for name, number in tried.items():
        print(f"| {name} | {number:,} | {broken[name]} |")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main())
