"""The runs of pipelines: the tables `[[pipeline]]` of the facts."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.facts.fields import Fields, count, day, read_fields, spread, table_text, text, texts
from daft_lint.plan.recorded import RecordedPipeline, RecordedStep, RecordedUdf
from daft_lint.settings.places import Place
from daft_lint.settings.tables import Table

PIPELINE = "pipeline"
_FILLED, _ALL = "partitions-with-rows", "all"
_ROWS = {"rows": spread("rows")}
_filled_count = count("a number of partitions")


def _filled(value: object, place: Place) -> int | str:
    return _ALL if value == _ALL else int(_filled_count(value, place))


_NEEDED: Fields = {
    "code": text,
    "function": text,
    "source": text,
    "steps": texts,
    "how": text,
    "measured": day,
    "runs": count("a number of runs"),
}
_MORE: Fields = {
    **_ROWS,
    "row-bytes": spread("bytes"),
    _FILLED: _filled_count,
    "partitions": spread("partitions"),
}
_NAMED: Fields = {"name": text, "number": count("the number of a step")}
_OF_STEP: Fields = {**_ROWS, "keeps": spread("share", 1.0), _FILLED: _filled}
_OF_UDF: Fields = {**_ROWS, "row-seconds": spread("seconds"), "start-seconds": spread("seconds")}


def recorded_pipeline(table: Table) -> RecordedPipeline:
    """The facts that a table holds.

    Raises:
        SettingsError: something in it is wrong.
    """
    said = read_fields(table, _NEEDED, _MORE, ("step", "udf"))
    filled = said.pop("partitions_with_rows")
    steps = tuple(map(_step, table.tables("step")))
    udfs = tuple(RecordedUdf(**read_fields(udf, _NAMED, _OF_UDF)) for udf in table.tables("udf"))
    return RecordedPipeline(**said, filled=filled, behind=steps, udfs=udfs)


def _step(table: Table) -> RecordedStep:
    said = read_fields(table, _NAMED, _OF_STEP)
    filled = said.pop("partitions_with_rows")
    every = filled == _ALL
    return RecordedStep(**said, filled=None if every else filled, all_filled=every)


def pipeline_text(recorded: RecordedPipeline) -> Iterator[str]:
    """The tables that hold the facts about a pipeline."""
    yield _table_text(PIPELINE, recorded, (*_NEEDED, *_MORE), recorded.filled)
    for step in recorded.behind:
        filled = _ALL if step.all_filled else step.filled
        yield _table_text(f"{PIPELINE}.step", step, (*_NAMED, *_OF_STEP), filled)
    for udf in recorded.udfs:
        yield _table_text(f"{PIPELINE}.udf", udf, (*_NAMED, *_OF_UDF))


def _table_text(
    header: str,
    recorded: RecordedPipeline | RecordedStep | RecordedUdf,
    keys: tuple[str, ...],
    filled: int | str | None = None,
) -> str:
    """A table of what was recorded; `filled` is spelled as the file has it."""
    fields = {
        key: filled if key == _FILLED else getattr(recorded, key.replace("-", "_")) for key in keys
    }
    return table_text(header, fields)
