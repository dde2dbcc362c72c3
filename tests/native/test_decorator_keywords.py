"""What is said of the keywords of Daft's decorators is what the installed Daft takes and says."""

from __future__ import annotations

import inspect
from functools import reduce
from typing import Any

import pytest

from daft_lint.daft_api.decorator_keywords import DECORATORS, complaint, taken

daft = pytest.importorskip("daft")

VERSION = tuple(int(part) for part in daft.__version__.split(".")[:3])


def found(decorator: str) -> Any:
    """The decorator itself; None where this Daft has none."""
    return reduce(lambda owner, name: getattr(owner, name, None), decorator.split(".")[1:], daft)


@pytest.mark.parametrize("decorator", DECORATORS)
def test_a_decorator_takes_just_these_keywords(decorator: str) -> None:
    made_by = found(decorator)
    takes = inspect.signature(made_by).parameters if made_by is not None else {}
    assert taken(decorator, VERSION) == set(takes)


@pytest.mark.parametrize("keyword", ["concurrency", "num_gpus", "max_concurrency", "nonsense"])
@pytest.mark.parametrize("decorator", DECORATORS)
def test_daft_says_so_of_another_keyword(decorator: str, keyword: str) -> None:
    made_by = found(decorator)
    if made_by is None or keyword in taken(decorator, VERSION):
        pytest.skip("nothing to say")
    with pytest.raises(TypeError) as raised:
        made_by(**{keyword: 1})
    # Python 3.13 adds what may have been meant.
    assert str(raised.value).startswith(complaint(decorator, keyword, VERSION))


@pytest.mark.parametrize("decorator", DECORATORS)
def test_of_several_keywords_daft_names_the_first(decorator: str) -> None:
    made_by = found(decorator)
    if made_by is None:
        pytest.skip("nothing to say")
    with pytest.raises(TypeError, match="'second'"):
        made_by(second=1, first=2)
