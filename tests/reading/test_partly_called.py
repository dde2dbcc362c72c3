"""Functions with some of their arguments, and what the fields of classes start as."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Outline = Callable[[str], list[str]]

START = """
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
import functools
df = daft.from_pydict({"x": list(range(1000))})
def split(df, parts, name="y", *more):
    return df.repartition(parts).with_column(name, tag(col("x")))
class Split:
    def __init__(self, parts):
        self.parts = parts
    def __call__(self, df, twice=False):
        return df.repartition(self.parts * 2 if twice else self.parts)
"""
TAGGED = "with_column[Tag 4 actors, batch 64]"
PARTS = {
    "by name": "partial(split, parts=4)(df)",
    "by place": "partial(split, df)(4)",
    "overridden": "partial(split, parts=9)(df, parts=4)",
    "transformed": "df.transform(partial(split, parts=4))",
    "with more": "df.transform(partial(split, name='z'), 4)",
}


@pytest.mark.parametrize("name", PARTS)
def test_some_arguments_come_first_and_others_later(name: str, outline_after: Outline) -> None:
    (line,) = outline_after(f"{START}\n{PARTS[name]}.collect()\n")
    assert line == f"from_pydict 1p 1000r > repartition(4) > {TAGGED} > collect"


def test_objects_and_classes_can_be_partly_called(outline_after: Outline) -> None:
    (line,) = outline_after(
        f"{START}\npartial(Split(2), twice=True)(partial(Split, parts=8)()(df)).collect()\n"
    )
    assert line == "from_pydict 1p 1000r > repartition(8) > repartition(4) > collect"


def test_arguments_out_of_sight_stay_so(outline_after: Outline) -> None:
    assert outline_after(f"{START}\npartial(split, **unseen)(df).collect()\n") == []


FIELDS = {
    "a default": "parts: int = field(default=4)",
    "a factory": "parts: int = field(default_factory=lambda: 4)",
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_starts_as_it_says(name: str, outline_after: Outline) -> None:
    program = f"""
@dataclass
class Config:
    {FIELDS[name]}
df.repartition(Config().parts).collect()
df.repartition(Config(parts=7).parts).collect()
"""
    four, seven = outline_after(START + program)
    assert four == "from_pydict 1p 1000r > repartition(4) > collect"
    assert seven == "from_pydict 1p 1000r > repartition(7) > collect"


def test_steps_that_methods_put_into_a_list_are_unknown(outline_after: Outline) -> None:
    program = """
@dataclass
class Steps:
    steps: list = field(default_factory=list)
    def add(self, step):
        self.steps.append(step)
        return self
    def run(self, df):
        for step in self.steps:
            df = step(df)
        return df
Steps().add(Split(2)).add(Split(3)).run(df).collect()
Steps().add(Split(5)).run(df).collect()
"""
    lines = outline_after(START + program)
    assert lines == ["from_pydict 1p 1000r > unknown steps > collect"] * 2


def test_a_class_that_makes_its_fields_has_none_of_them(outline_after: Outline) -> None:
    program = """
@dataclass
class Config:
    parts: int = field(default_factory=lambda: 4)
df.repartition(Config.parts).collect()
"""
    (line,) = outline_after(START + program)
    assert line == "from_pydict 1p 1000r > repartition(?) > collect"
