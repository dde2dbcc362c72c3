"""`daft-lint-facts.toml`: what is kept, and what nobody would believe."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.facts import Facts, facts_text, read_facts
from daft_lint.facts.engine import costs_for, with_engine_costs
from daft_lint.plan.pipeline import Location
from daft_lint.plan.recorded import (
    RecordedPipeline,
    RecordedSource,
    RecordedStep,
    RecordedUdf,
)
from daft_lint.plan.spread import Spread
from daft_lint.scheduling.engine_costs import EngineCosts
from daft_lint.settings import SettingsError

LOCAL = EngineCosts(
    "local",
    "0.7.26",
    "2.60.0",
    "2026-11-27",
    3,
    Spread(0.0016, 0.0018, 0.0022),
    Spread(0.007, 0.0075, 0.009),
)
FAR = EngineCosts(
    "ray://gpu:10001",
    "0.7.26",
    "2.60.0",
    "2026-11-20",
    3,
    Spread(0.002, 0.003, 0.004),
    Spread(0.01, 0.02, 0.03),
)
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
    ("runs = 3", 'runs = "three"', ':9: engine[0].runs: expected a number of runs, got "three"'),
    ("runs = 3", "runs = 0", "expected a number of runs, got 0"),
    ('where = "local"', "where = 5", "expected a string, got 5"),
    ("[0.0016,", "[-1.0,", "expected the minimum, median and maximum seconds"),
    ("[0.0016,", "[inf,", "expected the minimum, median and maximum seconds"),
    ("[0.0016,", "[nan,", "expected the minimum, median and maximum seconds"),
    ("[0.0016,", "[9.0,", "expected the minimum, median and maximum seconds"),
    ("[0.0016,", "[0.001, 0.001,", "expected the minimum, median and maximum seconds"),
    ("runs = 3\n", "", "engine[0]: runs is missing"),
    ("runs", "walks", "engine[0].walks: unknown key"),
    ("[[engine]]", "[engine]", "expected tables, each headed [[engine]]"),
    ("[[engine]]", "[[motor]]", "motor: unknown fact"),
    ("[[engine]]", "[[engine", "is not valid TOML"),
    ("partitions = 8", 'partitions = "8"', "expected a number of partitions, got"),
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
    facts = Facts((FAR, LOCAL), (SOURCE,), (PIPELINE,))
    assert read_facts(file_with(tmp_path, facts_text(facts))) == facts


def test_no_file_holds_no_fact(tmp_path):
    assert read_facts(tmp_path / "daft-lint-facts.toml") == Facts()


seconds = st.lists(st.floats(0.0001, 59), min_size=3, max_size=3).map(sorted)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=50)


@given(texts, texts, seconds, st.integers(1, 100))
def test_any_cluster_can_be_kept(tmp_path_factory, where, daft, several, runs):
    low, middle, high = (round(cluster, 5) for cluster in several)
    costs = EngineCosts(where, daft, "2", "2026", runs, Spread(low, middle, high), LOCAL.task)

    file = file_with(tmp_path_factory.mktemp("facts"), facts_text(Facts((costs,))))

    (read,) = read_facts(file).engine
    assert (read.where, read.daft, read.runs) == (where, daft, runs)
    kept = (read.morsel.low, read.morsel.middle, read.morsel.high)
    assert kept == pytest.approx((low, middle, high), rel=0.001)


@pytest.mark.parametrize(("right", "wrong", "error"), WRONG)
def test_what_is_wrong_is_reported_with_its_line(tmp_path, right, wrong, error):
    text = facts_text(Facts((LOCAL,), (SOURCE,), (PIPELINE,)))
    assert right in text

    with pytest.raises(SettingsError) as raised:
        read_facts(file_with(tmp_path, text.replace(right, wrong, 1)))

    assert error in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_cluster_is_kept_once_and_the_newest_counts():
    again = EngineCosts("local", "0.7.27", "2.60.0", "2026-12-01", 3, LOCAL.morsel, LOCAL.task)

    kept = with_engine_costs([LOCAL, FAR], again)

    assert kept == (FAR, again)
    assert costs_for(kept, None) == again
    assert costs_for(kept, "ray://gpu:10001") == FAR
    assert costs_for(kept, "ray://elsewhere:10001") is None
    assert costs_for((), None) is None
