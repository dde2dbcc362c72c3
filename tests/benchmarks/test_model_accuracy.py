"""The script compares recorded runs without running them again, and writes what it found."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from pathlib import Path

from accuracy_page import described
from random_shapes import Kind, draw_shapes, kind_of
from recording import PoolRun, Recorded, append

from daft_lint.verification.messages import ActorLog, Call, NodeFacts
from daft_lint.verification.shape import Shape

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "model_accuracy.py"
SHAPES = draw_shapes(5, 20)


def _ran(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _first(kind: Kind) -> tuple[int, Shape]:
    return next((n, shape) for n, shape in enumerate(SHAPES) if kind_of(shape) is kind)


def _run(number: int, shape: Shape) -> Recorded:
    """One actor did everything in an hour: no model expects that."""
    nodes = tuple(
        NodeFacts(f"node {place}", cpus, gpus)
        for place, (cpus, gpus) in enumerate(shape.cluster.each)
    )
    log = ActorLog("a", "node 0", "watched", (0.5,), (Call(shape.plan.rows, 1.0, 3_601.0),))
    return Recorded(5, number, shape, "Daft 0.7.26", nodes, 3_602.0, (PoolRun("watched", (log,)),))


def test_a_run_that_nobody_expected_is_a_miss(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    number, shape = _first(Kind.PLAIN)
    append(file, _run(number, shape))
    done = _ran("--from", file)
    assert done.returncode == 1, done.stderr
    assert "Seed 5: 1 shapes." in done.stdout
    assert "| makespan within 15% | 90% | 100.0% | 0.0% (0 of 1) |" in done.stdout
    assert "Shapes that missed something: 1 of 1" in done.stdout
    (missed,) = csv.DictReader(done.stdout[done.stdout.index("run,shape") :].splitlines())
    assert (missed["run"], missed["shape"]) == (f"5/{number}", described(shape))
    assert (missed["seconds seen"], missed["missed"]) == ("3600.00", "idle, makespan")


def test_the_page_counts_the_misses_of_its_data() -> None:
    docs = SCRIPT.parents[1] / "docs"
    with (docs / "data" / "model-accuracy.csv").open(encoding="utf-8", newline="") as file:
        missed = [entry["missed"] for entry in csv.DictReader(file)]
    some = [row for row in missed if row]
    kinds = Counter(kind for row in some for kind in row.split(", "))
    reported = ", ".join(f"{kind} {times}" for kind, times in kinds.most_common())
    written = (docs / "model-accuracy.md").read_text(encoding="utf-8")
    assert f"something: {len(some)} of {len(missed)} ({reported}).\n" in written
