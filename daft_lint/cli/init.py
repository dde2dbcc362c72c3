"""`daft-lint init`: write the first settings of a project."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.numbers import Count
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.output_files import require_writable
from daft_lint.cli.reading import read_cases
from daft_lint.cli.terminal import print_message, write_output
from daft_lint.documents.document import shown_path
from daft_lint.documents.file_selection import OWN_FILE, PROJECT_FILE
from daft_lint.documents.file_status import is_file
from daft_lint.reporting.phrases import counted
from daft_lint.settings import ProjectFinder, SettingsError
from daft_lint.settings.initial_settings import Proposal, ProposedSource, added_to, toml_of
from daft_lint.settings.keys import SECTION, key_named
from daft_lint.settings.layers import CLUSTER_FIGURES
from daft_lint.settings.paths import below
from daft_lint.settings.requirements import required_daft
from daft_lint.settings.tables import read_section, read_text

if TYPE_CHECKING:
    from daft_lint.plan.cluster import Cluster
    from daft_lint.plan.pipeline import Source

_MOST_SOURCES = 20


@click.command(
    name="init",
    cls=Command,
    short_help="Write the first settings of a project.",
    examples=(
        ("daft-lint init", "This project; asks for what it can't find."),
        ("daft-lint init --yes services/search", "Another project, without questions."),
    ),
)
@click.argument(
    "folder",
    metavar="[PATH]",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
)
@click.option("-y", "--yes", is_flag=True, help="Ask no questions: use what is found.")
def command(folder: Path, yes: bool) -> None:
    """Write a [tool.daft-lint] table into the pyproject.toml of the project in PATH.

    The table describes the cluster and the sources that the project's files show. In a terminal,
    `init` asks for the rest; leave an answer empty if you don't know it. Everything else in the
    file stays as it is.
    """
    file = folder / PROJECT_FILE
    require_writable((file,))
    asks = not yes and sys.stdin.isatty()
    try:
        text = _without_settings(file)
        added_to(text, f"[{SECTION}]\n", file)
        sources, hidden = _sources(folder)
        if asks:
            click.echo("Leave an answer empty if you don't know it.", err=True)
        proposal = _with_cluster(Proposal(required_daft(folder)), folder, asks=asks)
        sources = [_asked_of(source) for source in sources] if asks else sources
        table = toml_of(replace(proposal, sources=sources))
        write_output(added_to(text, table, file).encode(), file)
    except SettingsError as error:
        raise click.UsageError(str(error)) from None
    left = any(line.endswith(" =") for line in table.splitlines())
    rest = "; fill in the commented-out settings that you know" if left else ""
    print_message(f"wrote the first settings to {shown_path(file)}{rest}")
    if hidden:
        print_message(
            f"{counted(hidden, 'source')} more: describe a source with a comment on the line "
            "that reads it: # daft-lint: rows=1_000_000, partitions=12"
        )
    click.echo(table, nl=False)


def _without_settings(file: Path) -> str:
    """The text of a `pyproject.toml` that says nothing yet, or isn't there.

    Raises:
        SettingsError: it can't be read, or there are settings in it or beside it.
    """
    for path in (file.with_name(OWN_FILE), file):
        table = read_section(path) if is_file(path) else None
        if table is not None:
            raise table.place().error(
                "already exists; edit it, or run daft-lint --show-settings to see the current "
                "settings"
            )
    return read_text(file) if is_file(file) else ""


def _with_cluster(proposal: Proposal, folder: Path, *, asks: bool) -> Proposal:
    """Add the file that describes the cluster, or else what somebody tells of it."""
    from daft_lint.settings.cluster_files.discovery import cluster_files_below

    files = tuple(
        (below(file, folder) or str(file), _in_words(cluster))
        for file, cluster in cluster_files_below(folder)
    )
    if not asks:
        return replace(proposal, cluster_files=files)
    for name, described in files:
        if click.confirm(
            f"Is this your cluster: {name}, with {described}?", default=True, err=True
        ):
            return replace(proposal, cluster_files=((name, described),))
    return replace(proposal, cluster={name: _asked(name) for name in CLUSTER_FIGURES})


def _in_words(cluster: Cluster) -> str:
    figures = (cluster.workers, cluster.cpus_per_worker, cluster.gpus_per_worker)
    workers, cpus, gpus = ("unknown" if figure is None else str(figure) for figure in figures)
    return f"workers {workers}, CPUs of each {cpus}, GPUs of each {gpus}"


def _sources(folder: Path) -> tuple[list[ProposedSource], int]:
    """The sources of work that the code leaves open, and how many more there are."""
    found: dict[str, ProposedSource] = {}
    hidden = set()
    for source in _read(folder):
        figures = (("sources.rows", source.rows), ("sources.partitions", source.partitions))
        left_open: dict[str, int | None] = {n: None for n, figure in figures if not figure.known}
        if not left_open or source.in_memory:
            continue
        place = f"{source.name} in {shown_path(Path(source.span.path))}, line {source.span.line}"
        path = source.path or ""
        is_named = any(char.isalnum() for char in path)
        if is_named and (path in found or len(found) < _MOST_SOURCES):
            found.setdefault(path, ProposedSource(path, place, left_open))
        else:
            hidden.add(place)
    return list(found.values()), len(hidden)


def _read(folder: Path) -> Iterator[Source]:
    """The sources of all pipelines that do work."""
    finder = SettingsFinder(None, True, {}, projects=ProjectFinder.around(Path(), [folder]))
    for case, _ in read_cases([folder], finder, [], []):
        if case.prediction.work:
            yield from case.pipeline.plan.sources


def _asked_of(source: ProposedSource) -> ProposedSource:
    click.echo(f"{source.path}: {source.place}", err=True)
    return replace(source, figures={name: _asked(name) for name in source.figures})


def _asked(name: str) -> int | None:
    """The number that somebody gives for a key; None where the answer is empty."""
    key = key_named(name)
    count = Count(least=key.minimum)

    def taken(answer: str) -> int | None:
        return count.convert(answer, None, None) if answer.strip() else None

    question = f"{key.leaf}: {key.meaning.rstrip('.')}"
    answer: int | None = click.prompt(
        question, default="", show_default=False, value_proc=taken, err=True
    )
    return answer
