"""What is known in code that runs several times or later on, and behind it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

C = "class C:\n    def __init__(self):\n        self.n = 4\n        self.m = 1\nc = C()\n"
USE = "daft.range(9).into_partitions({}).collect()"
GROW = "def grow(): c.n *= 2\n"
METHODS = """
class Job:
    def __init__(self):
        self.n = 4
    def once(self):
        daft.range(9).into_partitions(self.n).collect()
    def grow(self):
        self.n *= 2
        return self.n < 99
    def run(self):
        {}
Job().run()
"""

CHANGED = {
    "a function that a loop calls changes an object": (
        C + GROW + "for _ in paths:\n    " + USE.format("c.n") + "\n    grow()"
    ),
    "a method of the same object": METHODS.format(
        "for _ in paths:\n            self.once()\n            self.grow()"
    ),
    "what a `while` asks for": METHODS.format("while self.grow():\n            self.once()"),
    "behind a loop": C + GROW + "for _ in paths: grow()\n" + USE.format("c.n"),
    "by what another attribute was": (
        C + "def step():\n    c.m = c.n\n    c.n += 2\nfor _ in paths: step()\n" + USE.format("c.m")
    ),
    "a list that a function fills": (
        "done = []\ndef add(): done.append(1)\nfor _ in paths:\n    "
        + USE.format("8 - len(done)")
        + "\n    add()"
    ),
    "a dict that a function changes": (
        "d = {'n': 4}\ndef grow(d): d['n'] *= 2\nfor _ in paths:\n    "
        + USE.format("d['n']")
        + "\n    grow(d)"
    ),
    "a default that is a list": (
        "def run(done=[]):\n    "
        + USE.format("8 - len(done)")
        + "\n    done.append(1)\nfor _ in paths: run()"
    ),
    "an attribute of a class": (
        "class K:\n    n = 4\ndef grow(): K.n *= 2\nfor _ in paths:\n    "
        + USE.format("K.n")
        + "\n    grow()"
    ),
    "what a function gives another that is called out of sight": (
        C + "def swap(c): c.n = 8\nlist(map(lambda _: swap(c), range(2)))\n" + USE.format("c.n")
    ),
}
FIRST = {
    "a function that calls itself with another number": (
        "def run(n):\n    " + USE.format("n") + "\n    if busy(): run(n * 2)\nrun(4)"
    ),
    "where an error is handled": (
        "def run(n):\n    try:\n        "
        + USE.format("n")
        + "\n    except MemoryError:\n        return run(n * 2)\nrun(4)"
    ),
    "a method that calls itself": METHODS.format("self.once()\n        if self.grow(): self.run()"),
}
UNCLEAR = {
    "an attribute that is set anew in each round": (
        C + "def begin(): c.n = 4\nfor _ in paths:\n    begin()\n    " + USE.format("c.n")
    ),
    "an object of each round": (
        C
        + "def grow(c): c.n *= 2\nfor _ in paths:\n    c = C()\n    "
        + USE.format("c.n")
        + "\n    grow(c)"
    ),
}
STEADY = {
    "what no round changes": C + "for _ in paths:\n    " + USE.format("c.n"),
    "another attribute": (
        C + "def step(): c.m += 1\nfor _ in paths:\n    " + USE.format("c.n") + "\n    step()"
    ),
    "a list of each round": (
        "def add(done): done.append(1)\nfor _ in paths:\n    done = []\n    "
        + USE.format("4 - len(done)")
        + "\n    add(done)"
    ),
    "what a function that calls itself hands on": (
        "def run(n, left=3):\n    " + USE.format("n") + "\n    if busy(): run(n, left - 1)\nrun(4)"
    ),
    "a frame that is made once, and asked for often": (
        "class P:\n    def __init__(self): self.df = None\n    def frame(self):\n"
        "        if self.df is None: self.df = daft.range(9).into_partitions(4)\n"
        "        return self.df\np = P()\nfor path in paths: p.frame().write_csv(path)"
    ),
}


@pytest.mark.parametrize(
    ("program", "known"),
    [
        *(pytest.param(case, "?", id=f"changed: {name}") for name, case in CHANGED.items()),
        *(pytest.param(case, "4", id=f"by the first: {name}") for name, case in FIRST.items()),
        *(pytest.param(case, "?", id=f"unclear: {name}") for name, case in UNCLEAR.items()),
        *(pytest.param(case, "4", id=f"steady: {name}") for name, case in STEADY.items()),
    ],
)
def test_what_is_known_is_what_every_run_finds(
    program: str, known: str, outline: Callable[[str], list[str]]
) -> None:
    pipelines = outline(f"import daft\n{program}\n")
    assert pipelines
    assert all(f"into_partitions({known})" in case for case in pipelines), pipelines


def test_nothing_is_said_of_runs_that_are_done_over_again(
    outline: Callable[[str], list[str]],
) -> None:
    program = METHODS.format("for _ in paths:\n            self.once()\n            self.grow()")
    assert len(outline(f"import daft\n{program}")) == 1
