"""Which conditions hold: equality, membership, classes, members of enumerations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

COLOURS = (
    "from enum import Enum, auto\nclass Colour(Enum):\n    RED = 'red'\n    BLUE = 'blue'\n"
    "    ROUGE = 'red'\n    @property\n    def is_warm(self): return self is Colour.RED\n"
)
TEXTS = (
    "from enum import Enum\nclass Engine(str, Enum):\n    RAY = 'ray'\n    NATIVE = 'native'\n"
    "    def starts(self): return self is Engine.RAY\n"
)
CLASSES = "class A: ...\nclass B(A): ...\nclass C: ...\n"
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
    "isinstance('a', str)": "",
    "isinstance(4, (int, float))": "",
    "not isinstance(4, str)": "",
    "not isinstance(['a'], str)": "",
    "isinstance({'a': 1}, dict)": "",
    "not isinstance(None, dict)": "",
    "isinstance(daft.range(9), daft.DataFrame)": "",
    "Colour.RED is Colour.RED": COLOURS,
    "Colour.RED == Colour.ROUGE": COLOURS,
    "Colour.RED != Colour.BLUE": COLOURS,
    "Colour.BLUE in (Colour.RED, Colour.BLUE)": COLOURS,
    "K.A == 'a'": "from enum import Enum\nclass K(str, Enum):\n    A = 'a'",
}
UNCLEAR = {
    "'a' in {'a', 'b'}": "",
    "isinstance(B(), A)": CLASSES,
    "not isinstance(B(), C)": CLASSES,
    "Colour('blue') is Colour.BLUE": COLOURS,
    "Colour.RED.name == 'RED' and Colour.RED.value == 'red'": COLOURS,
    "Colour.BLUE.is_cold()": f"{COLOURS}    def is_cold(self): return self is Colour.BLUE\n",
    "Engine('native') is Engine.NATIVE": TEXTS,
    "Engine.RAY.starts() and not Engine.NATIVE.starts()": TEXTS,
    "K.A is not K.B": "from enum import Enum, auto\nclass K(Enum):\n    A = auto()\n    B = auto()",
    "a in ('a', 'b')": "",
    "'a' in (a, 'b')": "",
    "'a' in {a: 1}": "",
    "'a' in {**a}": "",
    "4 in d": "d = {4: 1}",
    "isinstance(a, str)": "",
    "isinstance(['a'], list)": "",
    "isinstance(B(), C)": "from m import B\nclass C: ...",
    "isinstance(c, C)": "class C: ...\nc = None\nif a: c = C()",
    "Path('a') == 'a'": "from pathlib import Path",
    "Colour(a) is Colour.RED": COLOURS,
    "Engine.RAY is 'ray'": TEXTS,
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
