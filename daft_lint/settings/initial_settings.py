"""The first settings of a project: a table that explains itself, added to a `pyproject.toml`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from daft_lint.records import dataclass, field
from daft_lint.settings.keys import SECTION, key_named
from daft_lint.settings.layers import CLUSTER_FIGURES
from daft_lint.settings.model import Requirement
from daft_lint.settings.places import SettingsError
from daft_lint.settings.requirements import nearest_known
from daft_lint.settings.tables import parsed
from daft_lint.settings.toml_values import printable, toml_string

_TOOL, _NAME = SECTION.split(".")
_OF_SOURCES = ("sources.match", "sources.rows", "sources.partitions")


@dataclass(frozen=True, slots=True)
class ProposedSource:
    """A source by its path and the place that reads it, with the figures that are known.

    `figures` are by key, None for one that isn't known; one that the code tells isn't there. So
    many `pieces` of work get its rows.
    """

    path: str
    place: str
    figures: Mapping[str, int | None]
    pieces: int = 1

    @property
    def is_known(self) -> bool:
        """Whether there is anything to say of it."""
        return any(figure is not None for figure in self.figures.values())


@dataclass(frozen=True, slots=True)
class Proposal:
    """What is known of a project.

    `cluster_files` are the names of files that describe a cluster, each with its cluster in words;
    one is taken, several are left to be chosen from. `cluster` holds figures by key, for where
    there is no such file. `runner` is None where the code, or nothing, says where it runs.
    """

    requirement: Requirement | None = None
    runner: str | None = None
    cluster_files: tuple[tuple[str, str], ...] = ()
    cluster: Mapping[str, int | None] = field(default_factory=dict)
    sources: Sequence[ProposedSource] = ()


def toml_of(proposal: Proposal) -> str:
    """The table, each line with a comment above it. What isn't known is commented out."""
    outer = (
        *_version(proposal.requirement),
        *_runner(proposal.runner),
        *_cluster_file(proposal.cluster_files),
    )
    blocks = [
        [f"[{SECTION}]", *outer],
        *([] if proposal.cluster_files else [_cluster(proposal.cluster)]),
        *_sources(proposal.sources),
    ]
    return "\n".join("".join(f"{printable(line)}\n" for line in block) for block in blocks)


def added_to(text: str, table: str, file: Path) -> str:
    """The text of a `pyproject.toml` with a table at its end; nothing else in it changes.

    Raises:
        SettingsError: the text isn't TOML, or can't have the table there.
    """
    before = parsed(text, file)
    ending = "\r\n" if text.partition("\n")[0].endswith("\r") else "\n"
    start = text if not text or text.endswith("\n") else text + ending
    made = f"{start}{ending if text.strip() else ''}{table.replace(chr(10), ending)}"
    try:
        after = parsed(made, file)
    except SettingsError:
        after = {}
    tools = after.get(_TOOL)
    if isinstance(tools, dict):
        tools.pop(_NAME, None)
        if not tools and _TOOL not in before:
            del after[_TOOL]
    if repr(after) != repr(before):
        raise SettingsError(f"can't have a table [{SECTION}] at its end", file)
    return made


def _version(requirement: Requirement | None) -> Iterator[str]:
    yield "# The Daft that runs the pipelines."
    if requirement is None:
        yield "# No lock file or requirement sets it: the newest 0.7 release is assumed."
        yield f'# daft-version = "{key_named("daft-version").default}"'
        return
    span = requirement.place.span
    line = f", line {span.line}" if span else ""
    yield f"# It is read from {requirement.place.text}{line}; a version here would override it."
    yield f'# daft-version = "{".".join(map(str, nearest_known(requirement.version)))}"'


def _runner(runner: str | None) -> Iterator[str]:
    yield "# Where the code chooses none: ray, or native, which is Daft's default."
    yield f'{"" if runner else "# "}runner = "{runner or "ray"}"'


def _cluster_file(files: Sequence[tuple[str, str]]) -> Iterator[str]:
    if len(files) > 1:
        yield "# Each of these files describes a cluster: keep the one that runs your pipelines."
    for name, cluster in files:
        yield f"# A cluster: {cluster}."
        yield f"{'# ' if len(files) > 1 else ''}cluster-file = {toml_string(name)}"


def _cluster(figures: Mapping[str, int | None]) -> list[str]:
    lines = [f"[{SECTION}.cluster]"]
    for name in CLUSTER_FIGURES:
        lines += [f"# {key_named(name).meaning}", _figure(name, figures.get(name))]
    return lines


def _sources(sources: Sequence[ProposedSource]) -> Iterator[list[str]]:
    if sources:
        yield [
            "# What the code doesn't say about its sources:",
            *(f"# {name.partition('.')[2]}: {key_named(name).explained}" for name in _OF_SOURCES),
        ]
    for source in sources:
        lead = "" if source.is_known else "# "
        yield [
            f"# {source.place}",
            f"{lead}[[{SECTION}.sources]]",
            f"{lead}match = {toml_string(source.path)}",
            *(_figure(name, figure) for name, figure in source.figures.items()),
        ]


def _figure(name: str, figure: int | None) -> str:
    leaf = key_named(name).leaf
    return f"# {leaf} =" if figure is None else f"{leaf} = {figure:_}"
