"""The tools pipelines and plan: pipelines as read, forecasts, better numbers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from daft_lint.cli.mcp.answer import Item, answer, changed_files
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.plan import plans_of
from daft_lint.cli.plan_options import taken_from
from daft_lint.cli.reading import read_cases
from daft_lint.reporting.phrases import counted
from daft_lint.reporting.phrases import unfinished as unfinished_note
from daft_lint.reporting.pipelines import renderer as pipelines_renderer
from daft_lint.reporting.planning import renderer as plan_renderer
from daft_lint.reporting.printable import printable_lines
from daft_lint.reporting.report import Style

_STYLE = Style(color=False, width=100, unicode=True, summary=False)
_UNASKED = (
    "into_batches",
    "batch_size",
    "concurrency",
    "cpus_per_actor",
    "gpus_per_actor",
    "morsel_seconds",
    "task_seconds",
    "most_actors",
    "worker_memory",
    "row_bytes",
)


def pipelines(paths: tuple[Path, ...], finder: SettingsFinder, root: Path, most: int) -> str:
    """Each pipeline as it is read, and what is predicted of it."""
    problems: list[str] = []
    unfinished: list[str] = []
    render = pipelines_renderer("text")
    items = [
        Item(case.pipeline.plan.source.span.path, render([case], _STYLE))
        for case, _ in read_cases(paths, finder, problems, unfinished, within=root)
    ]
    outcome = [f"{counted(len(items), 'pipeline')}.", *_problems(problems, unfinished)]
    return answer("\n".join(outcome), items, changed_files(root), most)


def plans(
    paths: tuple[Path, ...],
    finder: SettingsFinder,
    root: Path,
    most: int,
    given: dict[str, object],
) -> str:
    """What actors and workers will do, and which numbers are better.

    `given` are options of `daft-lint plan` by name; missing ones have their defaults.

    Raises:
        click.UsageError: when they contradict each other.
    """
    options = {**dict.fromkeys(_UNASKED), "row_seconds": (), "keep": (), "allow": (), **given}
    planning = taken_from(options, has_paths=True)
    planning = replace(planning, numbers=replace(planning.numbers, cluster=finder.given_cluster))
    problems: list[str] = []
    notes: list[str] = []
    render = plan_renderer("text")
    items = [
        Item(plan.pipeline.plan.source.span.path, render([plan], _STYLE))
        for plan in plans_of(paths, planning, finder, problems, notes, within=root)
    ]
    outcome = [f"{counted(len(items), 'pipeline')} with work.", *_problems([*notes, *problems], [])]
    return answer("\n".join(outcome), items, changed_files(root), most)


def _problems(problems: list[str], unfinished: list[str]) -> list[str]:
    reported = [f"NOT READ: {problem}" for problem in problems]
    reported += [unfinished_note(unfinished)] if unfinished else []
    return [printable_lines(line, unicode=True) for line in reported]


def seconds_of(text: str | None) -> tuple[tuple[str | None, float], ...]:
    """The times in `row_seconds`: `25ms`, or `Embed=25ms, Score=2s`.

    Raises:
        click.UsageError: it is no time.
    """
    from daft_lint.cli.numbers import NamedSeconds

    parts = [part.strip() for part in (text or "").split(",") if part.strip()]
    try:
        return tuple(NamedSeconds(least=1e-9).convert(part, None, None) for part in parts)
    except click.BadParameter as error:
        raise click.UsageError(f"row_seconds: {error.message}") from None
