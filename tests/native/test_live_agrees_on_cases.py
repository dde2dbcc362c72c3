"""What `daft-lint live` says of the cases of rules and the examples is what `check` says of them.

Every program with work is run as `live_plans` does: nothing of it runs, and its files are made up.
A live plan may know more, such as how many files there are. It may never contradict the code.
"""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from case_corpus import cases_of
from sampling import one_in

from daft_lint.documents.document import Document, shown_path
from daft_lint.documents.project import NO_PROJECT
from daft_lint.findings import Finding
from daft_lint.judgement import ABOUT_WORK, Judgement, Status
from daft_lint.judging.run_context import in_context
from daft_lint.linting import Linted, lint, read_for_work
from daft_lint.live.frame_check import with_live_facts
from daft_lint.live.merge import Merged, live_pipelines, merged
from daft_lint.plan.pipeline import OperatorKind, Pipeline
from daft_lint.plan.quantity import Quantity
from daft_lint.registry import all_rules
from daft_lint.reporting.phrases import idle_of, utilisation_of
from daft_lint.rule import Case
from daft_lint.scheduling.prediction.predict import WorkPrediction
from daft_lint.settings import Settings, default_settings, load_settings, with_overrides
from daft_lint.syntax.source import SourceSyntaxError

if TYPE_CHECKING:
    from live_plans import Built

daft = pytest.importorskip("daft")
pytestmark = pytest.mark.skipif(not hasattr(daft, "cls"), reason="the cases are for Daft 0.7")

_EXAMPLES = Path(__file__).parents[2] / "examples"
_RUNNER = Path(__file__).with_name("live_plans.py")
_PROCESSES = 2
_SECONDS = 1_200

_NUMBERS = ("tasks", "rows_per_task", "batch_size", "actors", "idle", "utilisation")
_CLUSTER = {"workers": 4, "cpus_per_worker": 8, "gpus_per_worker": 2}

FEWEST_PROGRAMS = 80
FEWEST_PIECES = 125
FEWEST_ALIKE = 120
"""As many as are compared now, but for a few: of so many pieces the idle workers are the same."""

HINDRANCES = (
    r"NameError",  # a name that the case doesn't define
    r"MagicMock",  # something of a package that isn't installed
    r"FileNotFoundError",  # files of a kind that nobody makes up
    r"without initialization arguments",  # a UDF that this Daft can't call
    r"has no attribute '(?:url|str|list|set_runner_\w+)'",  # what Daft 0.7 no longer has
    r"Can only access methods on a Daft class instance",  # options at a call, not the decorator
    r"IndexError|KeyError|SystemExit|Namespace",  # arguments and variables that it is started with
    r"TypeError|ArrowInvalid|DaftCore|DataType|return_dtype|schema",  # types of columns
    r"checkpoint= is not supported on the native runner",
    r"'str' object has no attribute|missing 1 required",  # arguments of a function
    r"Cannot call len\(\) on an unmaterialized dataframe",  # what DFT313 says
)
"""What keeps a program from building a plan here."""

OTHER_WAY = {
    # No file is there yet, and so Daft's plan has no filter by keys.
    "unplaceable-actors/beside-a-filter-by-keys",
    # The run leaves out the stage whose actors have no room.
    "unplaceable-actors/pool-of-an-optional-stage",
}
"""Programs of which the run takes another way than the one that has the problem."""

KNOWN_LIVE = {
    # Nobody but the caller says which columns are left.
    ("DFT207", "repeated-execution/written-without-the-column"),
    # The default of a parameter is what this call gets.
    ("DFT102", "oversized-batch-size/batch-size-is-a-default"),
    ("DFT111", "undersized-pool/size-is-a-parameter"),
}
"""What only the run tells, apart from how many files a source has."""

REORDERED = {
    # Daft filters the rows before the join.
    "repeated-execution/other-rows-on-each-way",
    # Daft takes the rows of a page before the UDF.
    "collect-in-loop/pages-by-offset",
}
"""Programs with a step where Daft itself leaves other bounds than the code."""

RENAMED = {
    # `functools.wraps` gives a function the name of another.
    "native-expression/no-udfs",
    # Daft prints another name of a UDF around a window.
    "udf-in-keys/in-windows",
}


@dataclass(frozen=True)
class Program:
    """A program with work, by the names of its rule and case, with what its run built."""

    name: str
    path: Path
    built: Built

    @property
    def text(self) -> str:
        return self.path.read_text("utf-8")


@dataclass(frozen=True)
class Compared:
    """What code and run say of a program: pipelines, findings and judgements."""

    name: str
    cases: tuple[Case, ...]
    checked: Linted
    live: tuple[Case, ...]
    merged: Merged

    def pairs(self) -> Iterator[tuple[WorkPrediction, list[WorkPrediction]]]:
        """Each piece of work of the run, with what code says of it in each pipeline it may be."""
        for case in self.live:
            alike = [
                each_case for each_case in self.cases if is_same(case.pipeline, each_case.pipeline)
            ]
            for work in case.prediction.work if alike else ():
                same = [prediction for each in alike for prediction in each.prediction.work]
                yield (
                    work,
                    [prediction for prediction in same if place_of(prediction) == place_of(work)],
                )


def is_same(live: Pipeline, written: Pipeline) -> bool:
    """Whether both have the same source and action."""
    ends = [pipeline.action and pipeline.action.span for pipeline in (live, written)]
    return ends[0] == ends[1] and live.plan.source.span == written.plan.source.span


def place_of(work: WorkPrediction) -> tuple[object, ...]:
    return work.call.span, work.call.udf.name, work.unit


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Program, ...]:
    """Every program in which code analysis sees work, run."""
    files = written(tmp_path_factory.mktemp("cases"))
    files |= {f"examples/{file.stem}": file for file in sorted(_EXAMPLES.glob("*.py"))}
    with_work = [
        file for file in files.values() if any(case.prediction.work for case in read(file))
    ]
    parts = [with_work[number::_PROCESSES] for number in range(_PROCESSES)]
    found: dict[Path, Built] = {}
    for part, reported in zip(parts, run_all(parts), strict=True):
        found |= dict(zip(part, reported, strict=True))
    return tuple(Program(name, file, found[file]) for name, file in files.items() if file in found)


def written(folder: Path) -> dict[str, Path]:
    """The programs of cases of each rule below a folder, by the names of rule and case."""
    files = {}
    for case in (case for rule in all_rules() for case in one_in(5, cases_of(rule.name))):
        (program,) = case.programs
        name = f"{case.rule.name}/{case.name}"
        files[name] = folder / name / program.path
        files[name].parent.mkdir(parents=True)
        files[name].write_text(program.text, encoding="utf-8")
    return files


def run_all(parts: Iterable[Sequence[Path]]) -> list[list[Built]]:
    import tempfile

    command = [sys.executable, str(_RUNNER)]
    with tempfile.TemporaryDirectory() as folder:
        running = []
        for number, part in enumerate(parts):
            process = subprocess.Popen(
                [*command, f"{folder}/{number}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            assert process.stdin is not None
            process.stdin.write(pickle.dumps([str(path) for path in part]))
            process.stdin.close()
            process.stdin = None
            running.append(process)
        return [
            pickle.loads(each_process.communicate(timeout=_SECONDS)[0]) for each_process in running
        ]


def settings_of(path: Path, where: str) -> Settings:
    settings = default_settings()
    if path.parent == _EXAMPLES:
        settings = load_settings(_EXAMPLES / "pyproject.toml", {})
    version = tuple(int(part) for part in re.findall(r"\d+", daft.__version__)[:3])
    settings = replace(settings, daft_version=version)
    return settings if where == "" else with_overrides(settings, {}, runner="ray", **_CLUSTER)


@cache
def read(path: Path, where: str = "") -> tuple[Case, ...]:
    name, text = shown_path(path), path.read_text("utf-8")
    document = Document(name, text)
    try:
        return read_for_work(document, settings_of(path, where), NO_PROJECT).cases
    except SourceSyntaxError:
        return ()


@pytest.fixture(scope="module")
def compared(programs: tuple[Program, ...]) -> Callable[[str], tuple[Compared, ...]]:
    """What is compared: on Ray, only what the settings of the cases leave open."""

    @cache
    def compared(where: str) -> tuple[Compared, ...]:
        if where:
            is_open = {comparison.name for comparison in compared("") if has_open_work(comparison)}
            return tuple(compare(program, where) for program in programs if program.name in is_open)
        return tuple(compare(program, where) for program in programs if program.built[0])

    return compared


def has_open_work(program: Compared) -> bool:
    return any(judgement.status is Status.OPEN for judgement in program.checked.judgements)


def compare(program: Program, where: str) -> Compared:
    settings, cases = settings_of(program.path, where), read(program.path, where)
    planned, lines = program.built[0], program.text.splitlines()
    name = shown_path(program.path)

    def line_of(path: str, line: int) -> str | None:
        return lines[line - 1] if path == name and line <= len(lines) else None

    checked = lint(Document(name, program.text), settings)
    pipelines, notes = live_pipelines(planned, [case.pipeline for case in cases], line_of)
    assert not notes
    live = tuple(
        in_context(pipeline, with_live_facts(settings, planned_query.plan))
        for pipeline, planned_query in pipelines
    )
    both = merged(checked.findings, checked.judgements, cases, planned, settings, line_of)
    return Compared(program.name, cases, checked, live, both)


# As the cases have it, and on a cluster where they say nothing.
everywhere = pytest.mark.parametrize("where", ["", "ray"], ids=["as it is", "on Ray"])


def test_what_is_not_compared_has_a_reason(programs: tuple[Program, ...]) -> None:
    for program in programs:
        planned, errors = program.built
        known = all(
            any(re.search(hindrance, error) for hindrance in HINDRANCES) for error in errors
        )
        assert planned or known, (program.name, errors)
    assert sum(bool(program.built[0]) for program in programs) >= FEWEST_PROGRAMS


@everywhere
def test_no_number_of_a_live_plan_contradicts_the_code(
    where: str, compared: Callable[[str], tuple[Compared, ...]]
) -> None:
    found = Counter[str]()
    for program in compared(where):
        # Daft's plan doesn't tell whether an explode drops rows without items.
        steps = (step for case in program.cases for step in case.pipeline.plan.operators)
        explodes = any(step.kind is OperatorKind.EXPLODE for step in steps)
        for work, written in program.pairs():
            if program.name in RENAMED:
                continue
            assert written, (program.name, str(work.call.span), work.call.udf.name)
            found["pieces"] += 1
            for number in _NUMBERS:
                mine = getattr(work, number)
                others = [getattr(prediction, number) for prediction in written]
                alike = max(map(_likeness, [mine] * len(others), others))
                found[f"{number} {alike}"] += 1
                least = 1 if explodes or program.name in REORDERED else 2
                assert alike >= least, (program.name, number, str(mine), [*map(str, others)])
    if not where:
        assert found["pieces"] >= FEWEST_PIECES
        assert found["idle 3"] >= FEWEST_ALIKE


def _likeness(live: Quantity | None, written: Quantity | None) -> int:
    """3 if both are the same, 2 if the live one lies within, 1 if they have something in common."""
    if live is None or written is None:
        return 3 if live is written else 0
    if (live.low, live.high) == (written.low, written.high):
        return 3
    if written.low <= live.low and live.high <= written.high:
        return 2
    return int(live.low <= written.high and written.low <= live.high)


# More facts may decide these.
UNDECIDED = (Status.OPEN, Status.POSSIBLE)


@everywhere
def test_what_code_judges_live_judges_alike(
    where: str, compared: Callable[[str], tuple[Compared, ...]]
) -> None:
    counts = Counter[Status]()
    for program in compared(where):
        shown = {
            (judgement.span, judgement.work): judgement for judgement in program.merged.judgements
        }
        for judgement in program.checked.judgements:
            live = shown[judgement.span, judgement.work]
            counts[judgement.status] += 1
            if judgement.status not in UNDECIDED and program.name not in OTHER_WAY:
                assert live.status is judgement.status, (
                    program.name,
                    _text_of(judgement),
                    _text_of(live),
                )
        known = {(judgement.span, judgement.work) for judgement in program.checked.judgements}
        assert shown.keys() == known or program.name in RENAMED, program.name
    good = counts[Status.GOOD] + counts[Status.GOOD_NATIVELY]
    assert min(good, counts[Status.BAD], counts[Status.OPEN] + counts[Status.POSSIBLE]) >= 5


def _text_of(judgement: Judgement) -> str:
    return f"{judgement.span.line} {judgement.work}: {judgement.status.value} {judgement.result}"


@everywhere
def test_live_finds_what_check_does_and_advises_the_same(
    where: str, compared: Callable[[str], tuple[Compared, ...]]
) -> None:
    """But for what more facts make sure: how many files there are, which way the run took."""
    for program in compared(where):
        shown = {(finding.code, finding.span): finding for finding in program.merged.findings}
        same, judged = unchanged(program), program.checked.judgements
        is_open = {judgement.span.line for judgement in judged if judgement.status in UNDECIDED}
        for finding in program.checked.findings:
            live = shown.pop((finding.code, finding.span), None)
            if live is None:
                assert program.name in OTHER_WAY, (program.name, finding.code, finding.message)
            elif finding.span.line in same:
                assert advice(live) == advice(finding), program.name
        for live in shown.values():
            reported = (live.code, program.name) in KNOWN_LIVE
            line = live.span.line
            surer = line not in same or line in is_open
            reported = reported or (live.code.startswith(ABOUT_WORK) and surer)
            assert reported, (program.name, live.code, live.span.line, live.message)


def unchanged(program: Compared) -> set[int]:
    """The lines of the work of which run and code know the same."""
    other = {
        work.call.span.line
        for work, written in program.pairs()
        for number in _NUMBERS
        if all(
            _likeness(getattr(work, number), getattr(prediction, number)) < 3
            for prediction in written
        )
    }
    return {work.call.span.line for work, _ in program.pairs()} - other


def advice(finding: Finding) -> tuple[object, ...]:
    effect = finding.effect
    figures = (idle_of(effect), utilisation_of(effect)) if effect is not None else ()
    return (*figures, *(re.sub(r"on line \d+", "", fix.message) for fix in finding.fixes))
