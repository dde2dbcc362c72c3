"""Every finding is true: what is predicted is what a real Ray cluster does.

Each program in `programs/` runs on a cluster of as many workers as its first line says. Those whose
name ends in `_fixed` follow the remedy of the other one.
"""

import json
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest
from sampling import one_in

from daft_lint.documents.document import read_document
from daft_lint.documents.pragmas import read_pragmas
from daft_lint.linting import cases_of, lint
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.settings import default_settings

HERE = Path(__file__).parent
REMEDIED = sorted((HERE / "programs").glob("*_fixed.py"), reverse=True)
# One of each rule; those of the article are verified elsewhere.
FAULTY = [program.with_stem(program.stem[:-6]) for program in one_in(3, REMEDIED)]
PROGRAMS = [*FAULTY, *(program.with_stem(f"{program.stem}_fixed") for program in FAULTY)]

# Starting tasks and morsels takes time that the model leaves out. Programs run for some seconds, as
# it is up to 0.3 s on a busy machine.
TOLERANCE = 0.08


@dataclass(frozen=True)
class Observation:
    rows: list[int]
    idle: int
    utilisation: float


def workers_of(program: Path) -> int:
    return int(program.read_text().splitlines()[0].rpartition("=")[2])


@lru_cache
def observations(workers: int) -> dict[Path, Observation]:
    """What all programs for that many workers do, on one shared cluster."""
    programs = [program for program in PROGRAMS if workers_of(program) == workers]
    result = subprocess.run(
        [sys.executable, HERE / "run_on_cluster.py", str(workers), *programs],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=600,
    )
    assert result.returncode == 0, result.stderr
    lines = [line for line in result.stdout.splitlines() if line.startswith("{")]
    found = [Observation(**json.loads(line)) for line in lines]
    return dict(zip(programs, found, strict=True))


def observed(program: Path) -> Observation:
    return observations(workers_of(program))[program]


def predicted(program: Path) -> WorkPrediction:
    document = read_document(program, program.name)
    hints = read_pragmas(document.text, document.path, ()).hints
    (case,) = cases_of(document, hints, default_settings())
    (pool,) = case.prediction.pools
    return pool


def by_name(program: Path) -> str:
    return program.stem


@pytest.mark.parametrize("program", PROGRAMS, ids=by_name)
def test_what_is_predicted_is_what_ray_does(program: Path) -> None:
    prediction, observation = predicted(program), observed(program)
    assert prediction.idle.low <= observation.idle <= prediction.idle.high, observation
    low, high = prediction.utilisation.low, prediction.utilisation.high
    assert low - TOLERANCE <= observation.utilisation <= high + TOLERANCE, observation


@pytest.mark.parametrize("program", FAULTY, ids=by_name)
def test_a_program_that_wastes_actors_is_reported(program: Path) -> None:
    findings = lint(read_document(program, program.name), default_settings()).findings
    assert [finding.code for finding in findings] == [program.stem.partition("_")[0]]


@pytest.mark.parametrize("program", FAULTY, ids=by_name)
def test_the_remedy_helps(program: Path) -> None:
    remedied = program.with_stem(f"{program.stem}_fixed")
    assert lint(read_document(remedied, remedied.name), default_settings()).findings == ()
    assert observed(remedied).utilisation >= observed(program).utilisation + 0.2
