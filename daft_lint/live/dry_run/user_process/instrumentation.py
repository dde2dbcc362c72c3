"""The instrumentation of Daft, right after it was imported."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

from daft.logical.builder import LogicalPlanBuilder

from daft_lint.live.dry_run.messages import Task
from daft_lint.live.dry_run.user_process.actions import Actions
from daft_lint.live.dry_run.user_process.queries import Queries
from daft_lint.live.dry_run.user_process.runners import Runners
from daft_lint.live.dry_run.user_process.steps import Steps
from daft_lint.live.dry_run.user_process.writes import Writes
from daft_lint.programs.channel import ParentChannel


def watch(daft: Any, task: Task, runners: Runners, channel: ParentChannel) -> None:
    """Report to `channel` each plan that Daft would run from now on, instead of running it."""
    steps = Steps(task.limit_rows, channel.note)
    queries = Queries(steps)
    actions = Actions(channel, steps, runners)
    runners.of_daft(daft)
    steps.of_builder(LogicalPlanBuilder)
    steps.of_frame(daft.DataFrame)
    queries.of_frame(daft.DataFrame)
    queries.of_sql(importlib.import_module("daft.sql.sql"))
    actions.of_daft(daft)
    actions.of_native_runner(importlib.import_module("daft.runners.native_runner"))
    Writes(Path(task.scratch), actions, steps, channel.note).of_daft(daft)
