"""The metadata of sources, got without reading them: the tables `[[source]]` of the facts."""

from __future__ import annotations

from daft_lint.facts.fields import count, day, flag, require_keys, table_text, text, texts
from daft_lint.plan.pipeline import Location
from daft_lint.plan.quantity import Origin, OriginKind, Quantity, exactly
from daft_lint.plan.recorded import RecordedSource
from daft_lint.settings import SourceMetadata
from daft_lint.settings.tables import Table

SOURCE = "source"
_COUNTS = ("partitions", "rows")


def recorded_source(table: Table) -> RecordedSource:
    """The facts that a table holds.

    Raises:
        SettingsError: something in it is wrong.
    """
    require_keys(table, ("reader", "paths", "measured"), ("options", "pruned", *_COUNTS))
    options = texts(table, "options") if "options" in table.values else ()
    location = Location(text(table, "reader"), texts(table, "paths"), options)
    partitions, rows = (
        count(table, key, f"a number of {key}") if key in table.values else None for key in _COUNTS
    )
    return RecordedSource(
        location, day(table, "measured"), partitions, rows, pruned=flag(table, "pruned")
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
