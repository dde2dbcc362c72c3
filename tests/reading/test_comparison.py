"""Which conditions hold: equality and membership."""

from __future__ import annotations

from collections.abc import Callable

import pytest

COLOURS = "from enum import Enum\nclass Colour(Enum):\n    RED = 'red'\n    BLUE = 'blue'\n"
HOLDS = {
    "'a' in ('a', 'b')": "",
    "'c' not in ['a', 'b']": "",
    "4 in [3, 4]": "",
    "'a' in d": "d = {'a': 1}",
    "'b' not in d": "d = {'a': 1}",
    "'ab' in 'cabs'": "",
    "str(Path('./a//b/') / 'c') == 'a/b/c'": "from pathlib import Path",
    "f'{Path(\"a/\")}' == 'a'": "from pathlib import Path",
    "1 < 2 < 3": "",
    "not 1 < 2 > 3": "",
    "f is True": "f = True",
    "f is not False": "f = True",
    "4 != 'a'": "",
}
UNCLEAR = {
    "'a' in {'a', 'b'}": "",
    "a in ('a', 'b')": "",
    "'a' in (a, 'b')": "",
    "'a' in {a: 1}": "",
    "'a' in {**a}": "",
    "4 in d": "d = {4: 1}",
    "Path('a') == 'a'": "from pathlib import Path",
    "Colour(a) is Colour.RED": COLOURS,
    "Colour.RED is Colour.RED": COLOURS,
}


@pytest.mark.parametrize("condition", HOLDS)
def test_a_condition_holds(condition: str, outline: Callable[[str], list[str]]) -> None:
    assert partitions(HOLDS[condition], f"4 if {condition} else 5", outline) == "4"
    assert partitions(HOLDS[condition], f"5 if not ({condition}) else 4", outline) == "4"


@pytest.mark.parametrize("condition", UNCLEAR)
def test_a_condition_may_hold(condition: str, outline: Callable[[str], list[str]]) -> None:
    test = condition.removesuffix("  #")
    assert partitions(UNCLEAR[condition], f"4 if {test} else 5", outline) == "4..5"


def partitions(program: str, number: str, outline: Callable[[str], list[str]]) -> str:
    """A number, as partitions."""
    lines = outline(f"import daft\n{program}\ndaft.range(7).into_partitions({number}).collect()")
    (line,) = (line for line in lines if line.startswith("range 1p 7r > into_partitions"))
    return line.removeprefix("range 1p 7r > into_partitions(").removesuffix(") > collect")
