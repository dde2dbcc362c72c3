"""Puts what is no ordinary file where daft-lint reads one: each run ends soon, in a line.

Pipes, devices without end, files of gigabytes, folders, and numbers without end, in the place of
each file that settings, a folder or the command line name.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from attacks import problems, run

MIB = 500
JOB = """\
import daft
from helpers import SIZE

df = daft.read_parquet("s3://bucket/*").repartition(SIZE)
df.collect()
"""


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _endless(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _silent(path: Path) -> None:
    path.symlink_to("/dev/null")


def _huge(path: Path) -> None:
    with path.open("wb") as opened:
        opened.truncate(20 * 2**30)


def _long(path: Path) -> None:
    path.write_bytes(b"a = 1\n" * 2_000_000)


def _folder(path: Path) -> None:
    path.mkdir()


def _circle(path: Path) -> None:
    path.symlink_to(path)


def _number(path: Path) -> None:
    path.write_text(f"rows = {'9' * 4000}\nnan = nan\n")


ODD: dict[str, Callable[[Path], None]] = {
    "a pipe": _pipe,
    "a device without end": _endless,
    "an empty device": _silent,
    "20 GiB": _huge,
    "12 MB": _long,
    "a folder": _folder,
    "a link to itself": _circle,
    "a number of 4,000 digits": _number,
}


@dataclass(frozen=True, slots=True)
class Place:
    """A file that is read: its name, and the command that leads to it, with settings for that."""

    name: str
    command: tuple[str, ...] = ("check", ".")
    settings: str = ""


PLACES = (
    Place("job.py"),
    Place("helpers.py"),
    Place("book.ipynb"),
    Place("notes.md", ("check", "notes.md")),
    Place("pyproject.toml"),
    Place("pyproject.toml", ("init", "--yes")),
    Place("daft-lint.toml"),
    Place("daft-lint-facts.toml"),
    Place("daft-lint-facts.toml", ("facts", "show")),
    Place(".gitignore"),
    Place("requirements.txt"),
    Place("uv.lock"),
    Place("base.toml", settings='extend = "base.toml"\n'),
    Place("known.json", settings='baseline = "known.json"\n'),
    Place("known.json", ("check", "--baseline", "known.json", ".")),
    Place("known.json", ("check", "--baseline", "known.json", "--write-baseline", ".")),
    Place("cluster.yaml", settings='cluster-file = "cluster.yaml"\n'),
    Place("cluster.yaml", ("check", "--cluster-file", "cluster.yaml", ".")),
    Place("cluster.yaml", ("init", "--yes")),
    Place("own.toml", ("check", "--config", "own.toml", ".")),
    Place("log.jsonl", ("review", "log.jsonl")),
    Place("logs/log.jsonl", ("facts", "from-log", "logs")),
    Place("job.py", ("plan", ".")),
    Place("job.py", ("pipelines", ".")),
    Place("job.py", ("check", "--fix", ".")),
)


def problem(place: Place, put: Callable[[Path], None], folder: Path) -> str:
    """What is wrong with how a run with such a file ends; empty where all is well."""
    (folder / "job.py").write_text(JOB)
    (folder / "helpers.py").write_text("SIZE = 8\n")
    if place.settings:
        (folder / "daft-lint.toml").write_text(place.settings)
    odd = folder / place.name
    odd.parent.mkdir(exist_ok=True)
    odd.unlink(missing_ok=True)
    put(odd)
    ended = run(folder, *place.command, memory=3 * 2**30)
    return "; ".join(problems(ended, most_mib=MIB))


def main() -> int:
    """Try each odd thing in each place, in an order that the seed chooses; 1 when one is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=len(PLACES) * len(ODD), help="how many pairs")
    options = parser.parse_args()
    # A log may have gigabytes: it is read as a stream, which takes as long as the disk.
    pairs = [
        (place, name)
        for place in PLACES
        for name in ODD
        if not (place.name.endswith(".jsonl") and ODD[name] is _huge)
    ]
    random.Random(options.seed).shuffle(pairs)
    broken = 0
    for place, name in pairs[: options.count]:
        with tempfile.TemporaryDirectory() as folder:
            project = Path(folder, "project")
            project.mkdir()
            wrong = problem(place, ODD[name], project)
        if wrong:
            broken += 1
            print(f"{name} as {place.name}, {' '.join(place.command)}: {wrong}", flush=True)
    print(f"{min(options.count, len(pairs))} tried, {broken} broken", flush=True)
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
