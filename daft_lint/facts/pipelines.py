"""The runs of pipelines: the tables `[[pipeline]]` of the facts."""

from __future__ import annotations

from collections.abc import Iterator

from daft_lint.facts.fields import (
    count,
    day,
    optional_spread,
    require_keys,
    table_text,
    text,
    texts,
)
from daft_lint.plan.recorded import RecordedPipeline, RecordedStep, RecordedUdf
from daft_lint.settings.tables import Table

PIPELINE = "pipeline"
_STEP, _UDF = "step", "udf"
_TEXTS = ("code", "function", "source", "how")
_MEASURED = "measured"
_NUMBER = "number"
_FILLED = "partitions-with-rows"
_ALL = "all"


def recorded_pipeline(table: Table) -> RecordedPipeline:
    """The facts that a table holds.

    Raises:
        SettingsError: something in it is wrong.
    """
    require_keys(
        table,
        (*_TEXTS, _MEASURED, "steps", "runs"),
        ("rows", "row-bytes", _FILLED, "partitions", _STEP, _UDF),
    )
    code, function, source, how = (text(table, key) for key in _TEXTS)
    return RecordedPipeline(
        code,
        function,
        source,
        texts(table, "steps"),
        how,
        day(table, _MEASURED),
        count(table, "runs"),
        optional_spread(table, "rows", "rows"),
        optional_spread(table, "row-bytes", "bytes"),
        _filled(table),
        optional_spread(table, "partitions", "partitions"),
        tuple(map(_step, table.tables(_STEP))),
        tuple(map(_udf, table.tables(_UDF))),
    )


def pipeline_text(recorded: RecordedPipeline) -> Iterator[str]:
    """The tables that hold the facts about a pipeline."""
    yield table_text(
        PIPELINE,
        {
            "code": recorded.code,
            "function": recorded.function,
            "source": recorded.source,
            "steps": recorded.steps,
            "how": recorded.how,
            _MEASURED: recorded.measured,
            "runs": recorded.runs,
            "rows": recorded.rows,
            "row-bytes": recorded.row_bytes,
            _FILLED: recorded.filled,
            "partitions": recorded.partitions,
        },
    )
    for step in recorded.behind:
        fields = {
            "name": step.name,
            _NUMBER: step.number,
            "rows": step.rows,
            "keeps": step.keeps,
            _FILLED: _ALL if step.all_filled else step.filled,
        }
        yield table_text(f"{PIPELINE}.{_STEP}", fields)
    for udf in recorded.udfs:
        yield table_text(
            f"{PIPELINE}.{_UDF}",
            {
                "name": udf.name,
                _NUMBER: udf.number,
                "rows": udf.rows,
                "row-seconds": udf.row_seconds,
                "start-seconds": udf.start_seconds,
            },
        )


def _filled(table: Table) -> int | None:
    return count(table, _FILLED, "a number of partitions") if _FILLED in table.values else None


def _step(table: Table) -> RecordedStep:
    require_keys(table, ("name", _NUMBER), ("rows", "keeps", _FILLED))
    all_filled = table.values.get(_FILLED) == _ALL
    return RecordedStep(
        text(table, "name"),
        count(table, _NUMBER, "the number of a step"),
        optional_spread(table, "rows", "rows"),
        optional_spread(table, "keeps", "share", 1.0),
        None if all_filled else _filled(table),
        all_filled,
    )


def _udf(table: Table) -> RecordedUdf:
    require_keys(table, ("name", _NUMBER), ("rows", "row-seconds", "start-seconds"))
    return RecordedUdf(
        text(table, "name"),
        count(table, _NUMBER, "the number of a step"),
        optional_spread(table, "rows", "rows"),
        optional_spread(table, "row-seconds", "seconds"),
        optional_spread(table, "start-seconds", "seconds"),
    )
