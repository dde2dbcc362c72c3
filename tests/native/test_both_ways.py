"""The programs of `both_ways.md`, which code analysis and the live plan judge alike.

Each program makes `df`; nothing of it runs. Where one of the two doesn't know a figure, it has it
as unknown: what the other one knows lies within.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence, Finding
from daft_lint.linting import cases_of, lint
from daft_lint.plan.quantity import Quantity
from daft_lint.registry import all_rules
from daft_lint.settings import Settings, default_settings, with_overrides
from daft_lint.testing.documents import read_case_document

daft = pytest.importorskip("daft")
from daft_plans import tell_batch_size  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")

CASES = read_case_document(Path(__file__).with_name("both_ways.md")).cases
PROGRAMS = {case.name: case.files[0].text for case in CASES}

# Of a new class without its batch_size a plan tells too little to compare.
if not hasattr(daft, "cls") or not tell_batch_size():
    PROGRAMS = {name: program for name, program in PROGRAMS.items() if "@daft.cls" not in program}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the programs are written."""
    monkeypatch.chdir(tmp_path)


def settings(**more) -> Settings:
    names = {rule.code: rule.name for rule in all_rules()}
    figures = {"workers": 2, "cpus_per_worker": 4, "gpus_per_worker": 1, **more}
    version = daft.__version__
    return with_overrides(default_settings(), names, runner="ray", daft_version=version, **figures)


def live(program: str, confidence: Confidence):
    from daft_lint.live.frame_check import check_plan
    from daft_lint.live.frame_plans import plan_of_frame

    frame = imported(program).df
    found = replace(settings(), min_confidence=confidence)
    return check_plan(plan_of_frame(frame), found, on_ray=True)


def imported(program: str) -> ModuleType:
    """The program, run as a module that stays: its UDFs are looked for there."""
    file = Path(f"both_ways_{program.replace('-', '_')}.py").absolute()
    file.write_text(PROGRAMS[program], encoding="utf-8")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[file.stem] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def of_plans(findings: tuple[Finding, ...]) -> list[tuple[str, ...]]:
    """What they say of the plan, wherever it stands."""
    return sorted(
        (finding.code, finding.call.udf.name if finding.call else "", figures(finding))
        for finding in findings
        if finding.code.startswith(("DFT1", "DFT2"))
    )


def figures(finding: Finding) -> str:
    effect = finding.effect
    return "" if effect is None else f"{effect.idle} {effect.utilisation}"


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_code_analysis_is_certain_of_the_live_plan_shows(program):
    document = Document("program.py", PROGRAMS[program])
    sure = replace(settings(), min_confidence=Confidence.CERTAIN)
    shown = of_plans(live(program, Confidence.POSSIBLE).findings)

    for code, udf, effect in of_plans(lint(document, sure).findings):
        alike = [texts for texts in shown if texts[:2] == (code, udf)]
        assert alike, (code, udf, shown)
        assert (code, udf, effect) in alike


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_the_live_plan_is_certain_of_code_analysis_finds_or_does_not_know(program):
    document = Document("program.py", PROGRAMS[program])
    anything = replace(settings(), min_confidence=Confidence.POSSIBLE)
    said = of_plans(lint(document, anything).findings)

    for code, udf, effect in of_plans(live(program, Confidence.CERTAIN).findings):
        alike = [texts for texts in said if texts[:2] == (code, udf)]
        assert alike, (code, udf, said)
        assert (code, udf, effect) in alike


@pytest.mark.parametrize("program", PROGRAMS)
def test_no_figure_of_the_two_excludes_the_other(program):
    document = Document("program.py", PROGRAMS[program])
    (written,) = cases_of(document, (), settings())
    shown = live(program, Confidence.POSSIBLE).case

    for mine, other in pairs(written.pipeline.plan, shown.pipeline.plan):
        assert mine is None or other is None or overlap(mine, other), (str(mine), str(other))
    assert len(written.prediction.pools) == len(shown.prediction.pools)
    for mine, other in zip(written.prediction.pools, shown.prediction.pools, strict=True):
        assert mine.call.udf.name == other.call.udf.name
        assert mine.call.udf.kind is other.call.udf.kind
        for name in ("tasks", "rows_per_task", "batch_size", "actors", "idle", "utilisation"):
            assert overlap(getattr(mine, name), getattr(other, name)), name


def pairs(written, shown) -> Iterator[tuple[Quantity | None, Quantity | None]]:
    yield written.source.partitions, shown.source.partitions
    yield written.source.rows, shown.source.rows


def overlap(quantity: Quantity, other: Quantity) -> bool:
    return quantity.low <= other.high and other.low <= quantity.high
