"""`daft-lint-facts.toml`: what is kept, and what nobody would believe."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.facts import costs_for, facts_text, read_engine_costs, with_engine_costs
from daft_lint.scheduling.engine_costs import EngineCosts, Spread
from daft_lint.settings import SettingsError

MORSEL, TASK = Spread(0.0016, 0.0018, 0.0022), Spread(0.007, 0.0075, 0.009)
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
WRONG = [
    ("runs = 3", 'runs = "three"', ':8: engine[0].runs: expected a number of runs, got "three"'),
    ("runs = 3", "runs = 0", "expected a number of runs, got 0"),
    ('where = "local"', "where = 5", "expected a text, got 5"),
    ("[0.00160,", "[-1.0,", "expected the least, the median and the most seconds"),
    ("[0.00160,", "[inf,", "expected the least, the median and the most seconds"),
    ("[0.00160,", "[nan,", "expected the least, the median and the most seconds"),
    ("[0.00160,", "[9.0,", "expected the least, the median and the most seconds"),
    ("[0.00160,", "[0.001, 0.001,", "expected the least, the median and the most seconds"),
    ("runs = 3\n", "", "engine[0]: runs is missing"),
    ("runs", "walks", "engine[0].walks: unknown key"),
    ("[[engine]]", "[engine]", "expected tables, each headed [[engine]]"),
    ("[[engine]]", "[[motor]]", "motor: unknown fact"),
    ("[[engine]]", "[[engine", "is not valid TOML"),
]


def file_with(folder: Path, text: str) -> Path:
    file = folder / "daft-lint-facts.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_what_is_kept_is_read_again(tmp_path):
    assert read_engine_costs(file_with(tmp_path, facts_text([FAR, LOCAL]))) == (FAR, LOCAL)


def test_no_file_holds_no_fact(tmp_path):
    assert read_engine_costs(tmp_path / "daft-lint-facts.toml") == ()


seconds = st.lists(st.floats(0.0001, 59), min_size=3, max_size=3).map(sorted)
texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=50)


@given(texts, texts, seconds, st.integers(1, 100))
def test_any_cluster_can_be_kept(tmp_path_factory, where, daft, several, runs):
    low, middle, high = (round(one, 5) for one in several)
    costs = EngineCosts(where, daft, "2", "2026", runs, Spread(low, middle, high), LOCAL.task)

    file = file_with(tmp_path_factory.mktemp("facts"), facts_text([costs]))

    assert read_engine_costs(file) == (costs,)


@pytest.mark.parametrize(("right", "wrong", "error"), WRONG)
def test_what_is_wrong_is_told_with_its_line(tmp_path, right, wrong, error):
    text = facts_text([LOCAL])
    assert right in text

    with pytest.raises(SettingsError) as raised:
        read_engine_costs(file_with(tmp_path, text.replace(right, wrong, 1)))

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
