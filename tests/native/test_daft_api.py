"""What the table says of a version of Daft is what that version has and takes."""

from __future__ import annotations

import importlib
import inspect
from typing import Any

import pytest

from daft_lint.daft_api.table import Member, api
from daft_lint.scheduling.simulation.dispatch import dispatch_of

daft = pytest.importorskip("daft")

VERSION = tuple(int(part) for part in daft.__version__.split(".")[:3])
EVERY = [member for owner in api().raw["owners"] for member in api().members(owner)]
CHANGED = [member for member in EVERY if member.life.first or member.life.last]
TAKING = [member for member in EVERY if any(each.life.first for each in member.takes.values())]


def found(owner: str) -> Any:
    """A module or class of this Daft; None where it has none."""
    if owner.startswith("daft"):
        try:
            return importlib.import_module(owner)
        except ImportError:
            return None
    for member in EVERY:
        if member.gives == owner and member.owner.startswith("daft"):
            value = getattr(found(member.owner), member.name, None)
            if isinstance(value, type) and value.__name__ == owner:
                return value
    return None


@pytest.mark.parametrize("owner", sorted({member.owner for member in CHANGED}))
def test_a_version_has_just_the_names_that_the_table_gives_it(owner: str) -> None:
    place = found(owner)
    if place is None:
        pytest.skip("no such module or class can be imported")
    for member in (member for member in CHANGED if member.owner == owner):
        assert hasattr(place, member.name) == member.life.holds(VERSION), member.name


@pytest.mark.parametrize("member", TAKING, ids=lambda member: f"{member.owner}.{member.name}")
def test_a_function_takes_just_the_parameters_that_the_table_gives_it(member: Member) -> None:
    function = getattr(found(member.owner), member.name, None)
    if function is None:
        pytest.skip("this Daft has no such function")
    taken = inspect.signature(function).parameters
    for name, parameter in member.takes.items():
        assert (name in taken) == parameter.life.holds(VERSION), name


def test_an_explode_keeps_rows_without_items_unless_it_is_asked_to_drop_them() -> None:
    df = daft.from_pydict({"items": [[1, 2], [], None]})
    assert df.explode("items").to_pydict() == {"items": [1, 2, None, None]}
    if "ignore_empty_and_null" in inspect.signature(df.explode).parameters:
        dropping = df.explode("items", ignore_empty_and_null=True)
        assert dropping.to_pydict() == {"items": [1, 2]}


def test_pools_are_elastic_as_soon_as_daft_takes_a_least_number_of_actors() -> None:
    """No release does yet (Daft pull request 7369): one that does needs its row in `dispatch`."""
    takes = "min_concurrency" in inspect.signature(daft.cls).parameters
    assert dispatch_of(VERSION).elastic is takes
