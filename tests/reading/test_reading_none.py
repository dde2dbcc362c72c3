"""Whether something is None, or counts as true, and what is known where that is known."""

from __future__ import annotations

from collections.abc import Callable

import pytest

C = "class C:\n    def __init__(self, n=3):\n        self.n = n\n"
OR = "def f(c=None):\n    c = c or C()\n    return c.n\n"
IF = "def f(c=None):\n    if c is None:\n        c = C()\n    return c.n\n"
KNOWN = {
    "an object before or": (C + OR + "N = f(C(4))", "4"),
    "no object before or": (C + OR + "N = f()", "3"),
    "an object in place of None": (C + IF + "N = f(C(4))", "4"),
    "a model of pydantic": (
        "from pydantic import BaseModel\nclass C(BaseModel):\n    n: int = 3\n"
        + OR
        + "N = f(C(n=4))",
        "4",
    ),
    "a function": ("def g(): return 4\nN = 4 if g else 5", "4"),
    "an expression": ("c = daft.col('x') > 3\nN = 4 if c is not None else 5", "4"),
    "a filled dict": ("d = {'a': 1}\nN = 4 if d else 5", "4"),
    "a dict of what nobody knows": ("d = {**more}\nN = 4 if d else 5", "4..5"),
    "an empty dict": ("d = {}\nN = 5 if d else 4", "4"),
}
MAY_BE_NONE = {
    "an object by one branch": C + "c = None\nif a: c = C()\n",
    "an object by a conditional expression": C + "c = C() if a else None\n",
    "an object that a function may give": C + "def f():\n    if a: return C()\nc = f()\n",
    "an attribute by one branch": C + "b = C(None)\nif a: b.n = C()\nc = b.n\n",
    "a frame by one branch": "c = None\nif a: c = daft.range(9)\n",
    "a frame after rounds": "c = daft.range(9)\nfor x in y:\n    if x: c = None\n    z(c)\n",
    "a frame of a method that nobody knows": "c = daft.range(9).nobody_knows()\n",
    "an expression of what nobody knows": "@daft.func\ndef f(x): return x\nc = f(a)\n",
    "what is imported": "from somebody import c\n",
}
MAY_BE_FALSE = {
    "an object with a length": "class C:\n    def __len__(self): return 0\nc = C()\n",
    "an object that says so": "class C:\n    def __bool__(self): return False\nc = C()\n",
    "an object whose base isn't in sight": "from m import B\nclass C(B): ...\nc = C()\n",
    "a frame, which has a length": "c = daft.range(9)\n",
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_value_is_distinguished_from_none(name: str, outline: Callable[[str], list[str]]) -> None:
    program, number = KNOWN[name]
    assert partitions(program, outline) == number


@pytest.mark.parametrize("name", MAY_BE_NONE)
def test_what_may_be_none_isnt_distinguished_from_it(
    name: str, outline: Callable[[str], list[str]]
) -> None:
    program = MAY_BE_NONE[name]
    assert partitions(program + "N = 4 if c is None else 5", outline) == "4..5"
    assert partitions(program + "N = 4 if c is not None else 5", outline) == "4..5"
    assert partitions(program + "N = 4 if c else 5", outline) == "4..5"


@pytest.mark.parametrize("name", MAY_BE_FALSE)
def test_what_may_count_as_false_does(name: str, outline: Callable[[str], list[str]]) -> None:
    assert partitions(MAY_BE_FALSE[name] + "N = 4 if c else 5", outline) == "4..5"


def test_a_parameter_that_is_a_frame_by_its_annotation_may_be_none(
    outline: Callable[[str], list[str]],
) -> None:
    program = """
        import daft

        def run(df: daft.DataFrame = None):
            n = 4 if df is None else 5
            daft.range(9).into_partitions(n).collect()
    """
    assert outline(program) == ["range 1p 9r > into_partitions(4..5) > collect"]


def test_what_another_method_sets_may_not_be_set_yet(outline: Callable[[str], list[str]]) -> None:
    program = """
        import daft

        class Client: ...

        class Job:
            def __init__(self):
                self.client = None

            def prepare(self):
                self.client = Client()

            def run(self):
                n = 4 if self.client is None else 5
                daft.range(9).into_partitions(n).collect()
    """
    assert outline(program) == ["range 1p 9r > into_partitions(4..5) > collect"]


def test_what_may_be_none_is_used_as_if_it_werent(outline: Callable[[str], list[str]]) -> None:
    program = C + "c = None\nif a:\n    c = C(4)\nN = c.n"
    assert partitions(program, outline) == "4"


def partitions(program: str, outline: Callable[[str], list[str]]) -> str:
    """The number that the program binds to `N`."""
    lines = outline(f"import daft\n{program}\ndaft.range(7).into_partitions(N).collect()")
    (line,) = (line for line in lines if line.startswith("range 1p 7r > into_partitions"))
    return line.removeprefix("range 1p 7r > into_partitions(").removesuffix(") > collect")
