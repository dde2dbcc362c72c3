"""The script compares recorded runs without running them again, and writes what it found."""

from __future__ import annotations

import csv
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

from accuracy_page import described, page
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


def test_a_run_that_failed_is_reported_and_fails(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    number, shape = _first(Kind.CHAINED)
    append(file, replace(_run(number, shape), pools=(), failure="did not finish within 60 s"))
    done = _ran("--from", file)
    assert done.returncode == 1, done.stderr
    assert f"- not compared: {described(shape)}: did not finish within 60 s" in done.stdout


def test_a_file_that_is_not_there_or_says_nothing_is_one_line(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    for file, said in ((tmp_path / "nowhere.jsonl", "nowhere.jsonl"), (empty, "no run")):
        done = _ran("--from", file)
        assert done.returncode == 2
        assert said in done.stderr
        assert done.stderr.count("\n") == 1


def test_runs_of_other_shapes_are_not_taken_for_those_of_the_seed(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    append(file, _run(0, SHAPES[1]))
    done = _ran("--seed", "5", "--count", "1", "--record", file)
    assert done.returncode == 2
    assert done.stderr == "model_accuracy.py: shape 0 of seed 5 was another one: use a new file\n"


def test_what_is_recorded_already_is_not_run_again(tmp_path: Path) -> None:
    file = tmp_path / "runs.jsonl"
    append(file, _run(0, SHAPES[0]))
    done = _ran("--seed", "5", "--count", "1", "--record", file)
    assert done.returncode == 1, done.stderr
    assert "Seed 5: 1 shapes." in done.stdout


def test_a_shape_is_reported_in_one_line() -> None:
    lines = [described(shape) for shape in SHAPES]
    assert len(set(lines)) == len(lines)
    assert not any("\n" in line or "None" in line for line in lines)


def test_the_page_names_the_seeds_that_it_shows() -> None:
    text = page("Daft 0.7.26, 2 cores", "Seed 7, 8: 400 shapes.\n")
    assert "model_accuracy.py --seed 7 8 --record runs.jsonl --write" in text
    assert "Daft 0.7.26, 2 cores." in text


def test_the_page_counts_the_misses_of_its_data() -> None:
    docs = SCRIPT.parents[1] / "docs"
    with (docs / "data" / "model-accuracy.csv").open(encoding="utf-8", newline="") as file:
        missed = [entry["missed"] for entry in csv.DictReader(file)]
    some = [row for row in missed if row]
    kinds = Counter(kind for row in some for kind in row.split(", "))
    reported = ", ".join(f"{kind} {times}" for kind, times in kinds.most_common())
    written = (docs / "model-accuracy.md").read_text(encoding="utf-8")
    assert f"something: {len(some)} of {len(missed)} ({reported}).\n" in written
