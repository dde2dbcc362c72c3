"""What walking trees rests on: that types tell all, and that no node is passed over."""

from __future__ import annotations

from dataclasses import is_dataclass
from pathlib import Path

import libcst as cst
import pytest

from daft_lint.syntax.traversal import is_node, parts, walk, walk_for

_KINDS = [
    name
    for name in vars(cst).values()
    if isinstance(name, type) and issubclass(name, cst.CSTNode) and is_dataclass(name)
]
_SOURCES = sorted(Path(__file__).parents[2].joinpath("daft_lint", "infer").glob("*.py"))


def test_no_kind_of_node_that_stands_in_trees_has_another_one_below_it() -> None:
    met = {type(node) for source in _SOURCES for node in walk(cst.parse_module(source.read_text()))}
    assert len(met) > 60
    assert [kind for kind in _KINDS if not met.isdisjoint(kind.__mro__[1:])] == []


@pytest.mark.parametrize("source", _SOURCES, ids=lambda source: source.stem)
def test_no_node_is_passed_over(source: Path) -> None:
    walked = set(walk(cst.parse_module(source.read_text())))
    for node in walked:
        for name in parts(type(node)):
            part = getattr(node, name)
            held = part if isinstance(part, list | tuple) else [part]
            assert all(value in walked for value in held if is_node(type(value)))


def test_only_those_of_a_kind_are_given() -> None:
    module = cst.parse_module("a = b(c, [d])\nclass e: f\n")
    assert [node.value for node in walk_for(cst.Name, module)] == list("abcdef")
