"""What walking trees rests on: that types tell all, and that no node is passed over."""

from __future__ import annotations

from dataclasses import is_dataclass
from pathlib import Path

import libcst as cst
import pytest

from daft_lint.syntax.traversal import is_node, parts, walk, walk_for

_KINDS = [
    one
    for one in vars(cst).values()
    if isinstance(one, type) and issubclass(one, cst.CSTNode) and is_dataclass(one)
]
_SOURCES = sorted(Path(__file__).parents[2].joinpath("daft_lint", "reading").glob("*.py"))


def test_no_kind_of_node_that_stands_in_trees_has_another_one_below_it() -> None:
    met = {type(node) for source in _SOURCES for node in walk(cst.parse_module(source.read_text()))}
    assert len(met) > 60
    assert [one for one in _KINDS if not met.isdisjoint(one.__mro__[1:])] == []


@pytest.mark.parametrize("source", _SOURCES, ids=lambda one: one.stem)
def test_no_node_is_passed_over(source: Path) -> None:
    walked = set(walk(cst.parse_module(source.read_text())))
    for node in walked:
        for name in parts(type(node)):
            part = getattr(node, name)
            held = part if isinstance(part, list | tuple) else [part]
            assert all(one in walked for one in held if is_node(type(one)))


def test_only_those_of_a_kind_are_given() -> None:
    module = cst.parse_module("a = b(c, [d])\nclass e: f\n")
    assert [one.value for one in walk_for(cst.Name, module)] == list("abcdef")
