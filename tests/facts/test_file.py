"""`daft-lint-facts.toml`: what is kept, and what can't be true."""

from pathlib import Path

import pytest

from daft_lint.facts import Facts, facts_text, read_facts
from daft_lint.plan.pipeline import Location
from daft_lint.plan.recorded import RecordedPipeline, RecordedSource, RecordedStep, RecordedUdf
from daft_lint.plan.spread import Spread
from daft_lint.settings import SettingsError

SOURCE = RecordedSource(
    Location("read_parquet", ("s3://acme/docs/*.parquet",), ("io_config",)),
    "2026-11-27",
    partitions=8,
    rows=8_000,
    pruned=True,
)
PIPELINE = RecordedPipeline(
    "jobs/embed.py",
    "embed",
    'daft.read_parquet("*/*.parquet")',
    ("filter", "Embed.run"),
    "event log",
    "2026-11-27",
    3,
    rows=Spread(8_000, 8_000, 12_000),
    row_bytes=Spread(83.6, 83.6, 84),
    filled=4,
    partitions=Spread(8, 8, 12),
    behind=(
        RecordedStep("filter", 1, keeps=Spread(0.64, 0.65, 0.65), filled=2),
        RecordedStep("filter", 2, rows=Spread(5, 6, 7), all_filled=True),
    ),
    udfs=(RecordedUdf("Embed.run", 2, Spread(1, 2, 3), Spread(0.004, 0.005, 0.007)),),
)
WRONG = [
    ("runs = 3", 'runs = "three"', 'pipeline[0].runs: expected a number of runs, got "three"'),
    ("runs = 3\n", "", "pipeline[0]: runs is missing"),
    ("[0.004,", "[-1.0,", "expected the minimum, median and maximum seconds"),
    ("[0.004,", "[0.001, 0.001,", "expected the minimum, median and maximum seconds"),
    ("[[source]]", "[source]", "expected tables, each headed [[source]]"),
    ("[[source]]", "[[motor]]", "motor: unknown fact"),
    ("[[source]]", "[[source", "is not valid TOML"),
    ("pruned = true", "pruned = 1", "source[0].pruned: expected true or false, got 1"),
    ("paths = [", "paths = 5 #", "source[0].paths: expected a list of strings, got 5"),
    ("steps = [", "steps = [1, ", "pipeline[0].steps: expected a list of strings"),
    ("keeps = [0.64", "keeps = [64", "pipeline[0].step[0].keeps: expected the minimum"),
    ("number = 1", "number = 0", "expected the number of a step, got 0"),
    ('partitions-with-rows = "all"', 'partitions-with-rows = "any"', "expected a number of part"),
    ("keeps", "leaves", "pipeline[0].step[0].leaves: unknown key"),
]


def file_with(folder: Path, text: str) -> Path:
    file = folder / "daft-lint-facts.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_what_is_kept_is_read_again(tmp_path):
    facts = Facts((SOURCE,), (PIPELINE,))
    assert read_facts(file_with(tmp_path, facts_text(facts))) == facts


def test_no_file_holds_no_fact(tmp_path):
    assert read_facts(tmp_path / "daft-lint-facts.toml") == Facts()


@pytest.mark.parametrize(("right", "wrong", "error"), WRONG)
def test_what_is_wrong_is_reported_with_its_line(tmp_path, right, wrong, error):
    text = facts_text(Facts((SOURCE,), (PIPELINE,)))
    assert right in text

    with pytest.raises(SettingsError) as raised:
        read_facts(file_with(tmp_path, text.replace(right, wrong, 1)))

    assert error in str(raised.value)
    assert "\n" not in str(raised.value)
