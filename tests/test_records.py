"""The quick dataclasses behave as those of the standard library do."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from daft_lint.records import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class _Made:
    """One with each kind of field."""

    name: str
    size: int = 2
    parts: list[int] = field(default_factory=list)
    seen: dict[str, int] = field(default_factory=dict, init=False, compare=False)
    label: str = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "label", f"{self.name}-{self.size}")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Named:
    """One whose fields are given by name only."""

    low: int
    high: int = 9


class _Inner(_Made):
    """A class below one, which takes its `__init__`."""


def test_fields_are_set_to_what_is_given_or_to_defaults() -> None:
    one, other = _Made("a"), _Made("a", parts=[1], size=3)
    assert (one.name, one.size, one.parts, one.seen, one.label) == ("a", 2, [], {}, "a-2")
    assert (other.size, other.parts, other.label) == (3, [1], "a-3")
    assert _Made("b").parts is not _Made("b").parts


def test_a_class_below_is_made_in_the_same_way() -> None:
    assert type(_Inner("a", 4)) is _Inner
    assert _Inner("a", 4).label == "a-4"


def test_what_is_missing_or_too_much_is_refused() -> None:
    kinds: tuple[Callable[..., object], ...] = (_Made, _Named)
    for made in kinds:
        for given in ((), ("a", 1, [], 3)):
            with pytest.raises(TypeError):
                made(*given)


def test_a_replaced_field_changes_alone() -> None:
    made = _Made("a", 3, [1])
    assert replace(made, size=5) == _Made("a", 5, [1])
    assert replace(made, size=5).parts is made.parts
    assert replace(_Inner("a"), name="b").label == "b-2"
    assert replace(_Named(low=1), high=4) == _Named(low=1, high=4)
    assert dataclasses.replace(_Named(low=1), low=4) == _Named(low=4)
