"""The messages between daft-lint and the process with Daft. Plain data."""

from __future__ import annotations

from daft_lint.records import dataclass

LISTINGS = frozenset({"from_files", "from_glob_path", "read_blob"})
"""Readers that make one partition, with a row for each file."""


@dataclass(frozen=True, slots=True)
class Query:
    """A source to ask Daft of.

    `reader` is the function of Daft without its module, such as `read_parquet`. `paths` are URLs,
    absolute paths or globs of these. `shown` is what a person sees instead of them. `assumed` says
    that some path counts from a folder that the program may not run in. `pruned` says that Daft
    leaves out files that a filter behind the source rules out. One scan task of the
    program reads as much as `grouped` scan tasks of the plan that is inspected.
    """

    reader: str
    paths: tuple[str, ...]
    shown: str
    assumed: bool = False
    pruned: bool = False
    grouped: int = 1


@dataclass(frozen=True, slots=True)
class Request:
    """Ask about a source. `number` stands in each reply about it."""

    number: int
    reader: str
    paths: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Ready:
    """Daft of that version is there, and sources can be asked of."""

    daft: str


@dataclass(frozen=True, slots=True)
class Missing:
    """There is no Daft that can be used, and why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What is known of a source: counts, None for what isn't."""

    partitions: int | None = None
    rows: int | None = None
    files: int | None = None
    groups: int | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a source by now.

    The last one is `done`; `problem` is why something is missing, if so.
    """

    number: int
    answer: Answer
    done: bool = False
    problem: str = ""


Reply = Ready | Missing | Found
