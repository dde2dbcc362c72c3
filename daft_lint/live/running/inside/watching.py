"""Takes Daft in hand, right after it was imported."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from daft.logical.builder import LogicalPlanBuilder

from daft_lint.live.running.inside.actions import Actions
from daft_lint.live.running.inside.queries import Queries
from daft_lint.live.running.inside.runners import Runners
from daft_lint.live.running.inside.steps import Steps
from daft_lint.live.running.inside.writes import Writes
from daft_lint.live.running.telling import Task
from daft_lint.programs.ear import Ear


def watch(daft: Any, task: Task, runners: Runners, ear: Ear) -> None:
    """Tell `ear` of each plan that Daft would run from now on, and run nothing else."""
    steps = Steps(task.limit_rows, ear.note)
    queries = Queries(steps)
    actions = Actions(ear, steps, runners)
    runners.of_daft(daft)
    steps.of_builder(LogicalPlanBuilder)
    steps.of_frame(daft.DataFrame)
    queries.of_frame(daft.DataFrame)
    queries.of_sql(importlib.import_module("daft.sql.sql"))
    actions.of_daft(daft)
    actions.of_native_runner(importlib.import_module("daft.runners.native_runner"))
    Writes(Path(task.scratch), actions, steps, ear.note).of_daft(daft)
