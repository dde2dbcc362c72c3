"""The metadata of sources, got without reading them: the tables `[[source]]` of the facts."""

from __future__ import annotations

from daft_lint.facts.fields import count, day, read_fields, table_text, text, texts
from daft_lint.plan.pipeline import Location
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.plan.recorded import RecordedSource
from daft_lint.settings import SourceMetadata
from daft_lint.settings.tables import Table
from daft_lint.settings.values import flag

SOURCE = "source"
_NEEDED = {"reader": text, "paths": texts, "measured": day}
_MORE = {
    "options": texts,
    "pruned": flag,
    "partitions": count("a number of partitions"),
    "rows": count("a number of rows"),
}


def recorded_source(table: Table) -> RecordedSource:
    """The facts that a table holds.

    Raises:
        SettingsError: something in it is wrong.
    """
    said = read_fields(table, _NEEDED, _MORE)
    location = Location(said["reader"], said["paths"], said["options"] or ())
    return RecordedSource(
        location, said["measured"], said["partitions"], said["rows"], pruned=bool(said["pruned"])
    )


def source_text(recorded: RecordedSource) -> str:
    """The table that holds the facts about a source."""
    return table_text(
        SOURCE,
        {
            "reader": recorded.location.reader,
            "paths": recorded.location.paths,
            "options": recorded.location.options or None,
            "measured": recorded.measured,
            "partitions": recorded.partitions,
            "rows": recorded.rows,
            "pruned": recorded.pruned or None,
        },
    )


def metadata_of(recorded: RecordedSource) -> SourceMetadata:
    """The same as the figures that pipelines are judged with."""
    path = ", ".join(recorded.location.paths)
    path = "the source" if recorded == recorded.redacted else path

    def figure(number: int | None, what: str) -> Quantity | None:
        if number is None:
            return None
        text = f"{path} still has {number:,} {what}, as on {recorded.measured} (metadata)"
        return exactly(number, Origin(OriginKind.RECORDED, text))

    partitions = figure(recorded.partitions, "scan tasks")
    rows = figure(recorded.rows, "rows")
    return SourceMetadata(recorded.location, partitions, rows, pruned=recorded.pruned)
