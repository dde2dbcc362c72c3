"""The tool facts: facts from runs, kept beside the code."""

from __future__ import annotations

from pathlib import Path

import click

from daft_lint.cli.facts import facts_lines, stray_facts, taken_from_logs
from daft_lint.cli.logged_runs import Project
from daft_lint.cli.mcp.answer import cut
from daft_lint.cli.options import SettingsFinder
from daft_lint.documents.file_status import real_path
from daft_lint.facts.summary import lines
from daft_lint.reporting.phrases import counted


def facts(
    paths: tuple[Path, ...], logs: tuple[Path, ...], finder: SettingsFinder, root: Path
) -> str:
    """The facts of pipelines, and pipelines without facts; with logs, after taking theirs.

    Raises:
        click.ClickException: a log or the file of facts can't be read or written.
    """
    project = Project(finder, paths)
    if not real_path(project.root).is_relative_to(root):
        raise click.UsageError(
            f"the project is {project.root}, and daft-lint mcp was started below it, in {root}: "
            "start it in the folder of the project"
        )
    reported: list[str] = []
    if logs:
        new, unused = taken_from_logs(logs, project)
        reported.append(f"Wrote {counted(len(new), 'pipeline')} to {project.facts_file.name}.")
        reported += [line for pipeline in new for line in lines(pipeline)]
        reported += unused
    else:
        reported += facts_lines(project)
        reported += stray_facts(project)
    reported += [f"NOT READ: {problem}" for problem in project.problems]
    return cut("\n".join(reported))
