"""Compares what code analysis says of a random project with the live plan that it makes."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any
from unittest.mock import patch

from project_drawing import draw
from project_modules import Project

from daft_lint.documents.document import Document
from daft_lint.documents.project import ProjectFolder
from daft_lint.findings import Confidence
from daft_lint.linting import cases_of
from daft_lint.live.frame_check import check_plan
from daft_lint.live.frame_plans import plan_of_frame
from daft_lint.plan.pipeline import Plan, UdfCall
from daft_lint.plan.quantity import Quantity
from daft_lint.registry import all_rules
from daft_lint.rule import Case
from daft_lint.settings import Settings, default_settings, with_overrides

_OF_POOLS = ("tasks", "rows_per_task", "batch_size", "actors", "idle")
_OF_UDFS = ("concurrency", "batch_size")


class Verdict(Enum):
    """How much code analysis knows of a project; it is wrong where the live plan denies it."""

    WRONG = "wrong"
    FAILED = "failed"
    KNOWN = "known"
    UNKNOWN = "unknown"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Judged:
    """A project's verdict, what was drawn in it, and what differs or failed."""

    seed: int
    ways: frozenset[str]
    verdict: Verdict
    said: str = ""


def judged(seed: int, folder: Path) -> Judged:
    """Write the project of a seed into an empty folder, run it, and read it."""
    return compared(draw(seed), folder, seed)


def compared(project: Project, folder: Path, seed: int) -> Judged:
    """Write a project with a frame `df` into an empty folder, run it, and read it."""
    ways = frozenset(project.ways)
    try:
        with ran(project, folder) as main:
            shown = live(main.df)
        read = _read(folder / f"{project.main.name}.py")
    except Exception as error:
        return Judged(seed, ways, Verdict.FAILED, f"{type(error).__name__}: {error}")
    return Judged(seed, ways, *_verdict(read, shown))


@contextmanager
def ran(project: Project, folder: Path) -> Iterator[Any]:
    """A project's main module, once written and run; what this process has of it goes in the end.

    Args:
        project: the project, of which no module has the name of one that is imported.
        folder: an empty one, for its files.
    """
    project.write(folder)
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        with patch.dict(os.environ):
            yield importlib.import_module(project.main.name)
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(folder) in (getattr(sys.modules[name], "__file__", None) or ""):
                del sys.modules[name]


def live(frame: Any) -> Case:
    """What is predicted of the plan of a DataFrame."""
    settings = replace(_settings(), min_confidence=Confidence.POSSIBLE)
    return check_plan(plan_of_frame(frame), settings, on_ray=True).case


def udf_calls(plan: Plan) -> Iterator[UdfCall]:
    """The calls of UDFs in a plan, and in those that it is joined with."""
    for step in plan.operators:
        yield from step.calls
        for other in step.inputs:
            yield from udf_calls(other)


def _read(main: Path) -> tuple[Case, ...]:
    """What code analysis predicts of each pipeline that it finds in the main module."""
    document = Document(str(main), main.read_text(encoding="utf-8"))
    return cases_of(document, (), _settings(), ProjectFolder(main.parent))


def _settings() -> Settings:
    import daft

    return with_overrides(
        default_settings(),
        {rule.code: rule.name for rule in all_rules()},
        runner="ray",
        daft_version=daft.__version__,
        workers=2,
        cpus_per_worker=4,
        gpus_per_worker=1,
    )


def _verdict(read: Sequence[Case], shown: Case) -> tuple[Verdict, str]:
    """The best that holds for any of the pipelines that were read."""
    if not read:
        return Verdict.SILENT, ""
    compared = [_compared(case, shown) for case in read]
    right = [unknown for unknown, denied in compared if not denied]
    if not right:
        _, denied = compared[0]
        return Verdict.WRONG, ", ".join(denied)
    return Verdict.UNKNOWN if all(right) else Verdict.KNOWN, ""


def _compared(read: Case, shown: Case) -> tuple[list[str], list[str]]:
    """The figures that only the live plan knows, and those that it denies."""
    mine, real = _figures(read), _figures(shown)
    known = [name for name, figure in real.items() if figure.known]
    unknown = [name for name in known if name not in mine or not mine[name].known]
    denied = [
        f"{name} read as {mine[name]}, shown as {figure}"
        for name, figure in real.items()
        if name in mine and (mine[name].high < figure.low or figure.high < mine[name].low)
    ]
    pools, shown_pools = len(read.prediction.pools), len(shown.prediction.pools)
    if pools > shown_pools:
        denied.append(f"{pools} pools read, {shown_pools} shown")
    return unknown, denied


def _figures(case: Case) -> dict[str, Quantity]:
    """What is known of the pools and UDFs of a plan; by their number, where there are as many."""
    called = {call.udf.name: call.udf for call in udf_calls(case.pipeline.plan)}
    # Live plans hold some of which they tell nothing.
    udfs = [udf for udf in called.values() if udf.concurrency or udf.batch_size]
    counted = (("pool", case.prediction.pools, _OF_POOLS), ("UDF", udfs, _OF_UDFS))
    figures = {
        f"{name} of {kind} {number} of {len(those)}": getattr(value, name)
        for kind, those, names in counted
        for number, value in enumerate(those, start=1)
        for name in names
    }
    return {name: figure for name, figure in figures.items() if figure is not None}
