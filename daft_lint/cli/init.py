"""`daft-lint init`: write the first settings of a project."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.numbers import Count
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.output_files import require_writable
from daft_lint.cli.reading import read_cases
from daft_lint.cli.terminal import print_message, print_text, write_output
from daft_lint.documents.document import shown_path
from daft_lint.documents.file_selection import OWN_FILE, PROJECT_FILE
from daft_lint.documents.file_status import is_missing
from daft_lint.records import replace
from daft_lint.reporting.phrases import counted
from daft_lint.settings import ProjectFinder, SettingsError
from daft_lint.settings.initial_settings import Proposal, ProposedSource, added_to, toml_of
from daft_lint.settings.keys import SECTION, key_named
from daft_lint.settings.layers import CLUSTER_FIGURES
from daft_lint.settings.places import below
from daft_lint.settings.requirements import required_daft
from daft_lint.settings.tables import read_section, text_of

if TYPE_CHECKING:
    from daft_lint.plan.cluster import Cluster
    from daft_lint.plan.span import Span
    from daft_lint.rule import Case

_MOST_SOURCES = 20
_QUESTIONS = {
    "cluster.workers": "How many workers does the cluster have (Ray nodes with CPUs)?",
    "cluster.cpus-per-worker": "How many CPUs does each worker have?",
    "cluster.gpus-per-worker": "How many GPUs does each worker have, 0 for none?",
    "sources.rows": "How many rows does it have?",
    "sources.partitions": "In how many partitions, such as files, are they?",
}


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
    `init` asks for the rest, what decides most work first; leave an answer empty if you don't know
    it. Everything else in the file stays as it is.
    """
    file = folder / PROJECT_FILE
    require_writable((file,))
    asks = not yes and sys.stdin.isatty()
    try:
        text = _without_settings(file)
        added_to(text, f"[{SECTION}]\n", file)
        cases = [case for case in _read(folder) if case.prediction.work]
        sources, hidden = _sources(cases)
        proposal = Proposal(required_daft(folder))
        if asks:
            print_text("Leave an answer empty if you don't know it.", err=True)
            proposal = replace(proposal, runner=_asked_runner(cases))
        proposal = _with_cluster(proposal, folder, cases, asks=asks)
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
            f"{counted(hidden, 'more source')} could be described, with a comment on the line that "
            "reads it: # daft-lint: rows=1_000_000, partitions=12"
        )
    print_text(table)


def _without_settings(file: Path) -> str:
    """The text of a `pyproject.toml` that says nothing yet, or isn't there.

    Raises:
        SettingsError: it can't be read, or there are settings in it or beside it.
    """
    for path in (file.with_name(OWN_FILE), file):
        table = None if is_missing(path) else read_section(path)
        if table is not None:
            raise table.place().error(
                "already exists; edit it, or run daft-lint --show-settings to see the current "
                "settings"
            )
    return "" if is_missing(file) else text_of(file)


def _asked_runner(cases: Sequence[Case]) -> str | None:
    """The runner, where code leaves it open: that decides more than anything else."""
    taken_by = [case for case in cases if case.runner.taken]
    left_open = len({work.call.span for case in taken_by for work in case.prediction.work})
    if not left_open:
        return None

    def taken(answer: str) -> str | None:
        if answer.strip() not in {"", "ray", "native"}:
            raise click.BadParameter("it is ray or native")
        return answer.strip() or None

    pieces = f"{counted(left_open, 'piece')} of work"
    answer: str | None = click.prompt(
        f"Which runner runs the code that chooses none, ray or native (Daft's default; {pieces})?",
        default="",
        show_default=False,
        prompt_suffix=" ",
        value_proc=taken,
        err=True,
    )
    return answer


def _with_cluster(
    proposal: Proposal, folder: Path, cases: Sequence[Case], *, asks: bool
) -> Proposal:
    """Add the file that describes the cluster, or else the answers about it."""
    from daft_lint.settings.cluster_files.reader import cluster_files_below

    files = tuple(
        (below(file, folder) or str(file), _in_words(cluster))
        for file, cluster in cluster_files_below(folder)
    )
    if not asks:
        return replace(proposal, cluster_files=files)
    if proposal.runner == "native":
        return proposal
    for name, described in files:
        if click.confirm(
            f"Is this your cluster: {name}, with {described}?", default=True, err=True
        ):
            return replace(proposal, cluster_files=((name, described),))
    calls = [work.call for case in cases for work in case.prediction.work]
    on_gpus = any(call.udf.gpus is not None or call.udf.uses_gpu for call in calls)
    names = CLUSTER_FIGURES if on_gpus else CLUSTER_FIGURES[:-1]
    return replace(proposal, cluster={name: _asked(name, _QUESTIONS[name]) for name in names})


def _in_words(cluster: Cluster) -> str:
    figures = (cluster.workers, cluster.cpus_per_worker, cluster.gpus_per_worker)
    workers, cpus, gpus = ("unknown" if figure is None else str(figure) for figure in figures)
    return f"workers {workers}, CPUs of each {cpus}, GPUs of each {gpus}"


def _sources(cases: Iterable[Case]) -> tuple[list[ProposedSource], int]:
    """The sources that the code leaves open, those of most work first, and how many more."""
    found: dict[str, ProposedSource] = {}
    served: dict[str, set[Span]] = {}
    hidden = set()
    for case in cases:
        for source in case.pipeline.plan.sources:
            figures = (("sources.rows", source.rows), ("sources.partitions", source.partitions))
            left_open = dict.fromkeys(name for name, figure in figures if not figure.known)
            if not left_open or source.in_memory:
                continue
            line = f"line {source.span.line}"
            place = f"{source.name} in {shown_path(Path(source.span.path))}, {line}"
            path = source.path or ""
            if any(char.isalnum() for char in path):
                found.setdefault(path, ProposedSource(path, place, left_open))
                served.setdefault(path, set()).update(w.call.span for w in case.prediction.work)
            else:
                hidden.add(place)
    with_pieces = (replace(each, pieces=len(served[path])) for path, each in found.items())
    ranked = sorted(with_pieces, key=lambda source: -source.pieces)
    hidden.update(source.place for source in ranked[_MOST_SOURCES:])
    return ranked[:_MOST_SOURCES], len(hidden)


def _read(folder: Path) -> Iterator[Case]:
    """All pipelines of a folder."""
    finder = SettingsFinder(None, True, {}, projects=ProjectFinder.around(Path(), [folder]))
    return (case for case, _ in read_cases([folder], finder, [], []))


def _asked_of(source: ProposedSource) -> ProposedSource:
    pieces = f"{counted(source.pieces, 'piece')} of work"
    print_text(f"{source.path} ({source.place}), for {pieces}:", err=True)
    figures = {name: _asked(name, _QUESTIONS[name]) for name in source.figures}
    return replace(source, figures=figures)


def _asked(name: str, question: str) -> int | None:
    """The answer to a question about a key; None where it is empty."""
    count = Count(least=key_named(name).minimum)

    def taken(answer: str) -> int | None:
        return count.convert(answer, None, None) if answer.strip() else None

    answer: int | None = click.prompt(
        question, default="", show_default=False, prompt_suffix=" ", value_proc=taken, err=True
    )
    return answer
