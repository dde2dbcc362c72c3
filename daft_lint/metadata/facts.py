"""The metadata of a source, as the figures that pipelines are judged with."""

from __future__ import annotations

from daft_lint.metadata.messages import LISTINGS, Answer, Query
from daft_lint.plan.pipeline import Location
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.settings import SourceMetadata


def facts_of(location: Location, query: Query, answer: Answer) -> SourceMetadata | None:
    """The figures that an answer gives; None when it gives none."""
    partitions = _partitions(query, answer)
    rows = _rows(query, answer)
    if partitions is None and rows is None:
        return None
    return SourceMetadata(location, partitions, rows, _piece_rows(query, answer), query.pruned)


def _piece_rows(query: Query, answer: Answer) -> Quantity | None:
    """The rows of a row group or fragment, where a task reads several; they are taken to be alike.

    No piece has rows of two fragments (daft-lance 0.6.0, natively and on Ray).
    """
    rows, files, groups, kind = answer.rows, answer.files, answer.groups, "row groups"
    if query.grouped > 1:
        files, groups, kind = 1, answer.partitions, "fragments"
    if not rows or files is None or groups is None or groups <= files:
        return None
    text = f"the {groups:,} {kind} of {query.shown} have about as many rows each"
    return exactly(-(-rows // groups), Origin(OriginKind.ASSUMPTION, text))


def _partitions(query: Query, answer: Answer) -> Quantity | None:
    if not answer.partitions:
        return None
    # Fragments without rows are left out before they are grouped (daft-lance 0.6.0, on Ray).
    number = -(-answer.partitions // query.grouped)
    tasks = "1 scan task" if number == 1 else f"{number:,} scan tasks"
    return exactly(number, _origin(query, f"Daft plans {tasks} for {query.shown}"))


def _rows(query: Query, answer: Answer) -> Quantity | None:
    if not answer.rows:
        # Nothing to judge by: likelier the rows aren't there yet.
        return None
    if query.reader in LISTINGS:
        return exactly(answer.rows, _origin(query, f"{answer.rows:,} files match {query.shown}"))
    return exactly(answer.rows, _origin(query, f"{query.shown} has {answer.rows:,} rows"))


def _origin(query: Query, text: str) -> Origin:
    if query.assumed:
        text = f"the program runs in the project's folder, where {text}"
        return Origin(OriginKind.ASSUMPTION, text)
    return Origin(OriginKind.METADATA, text)
