"""Which names a text may set elsewhere, by its words: only such files are read for it."""

from __future__ import annotations

import pytest

from daft_lint.modules.candidates import written_in


@pytest.mark.parametrize(
    "text",
    [
        "other.size = 1",
        "other.size: int = 1",
        "other.size //= 2",
        "first, other.size = 1, 2",
        "    del other.size",
        "for other.size in range(3): pass",
        "with opened() as other.size:\n    pass",
        "other.size['a'] = 1",
        "other.size['a'].append(1)",
        "other.size.update(a=1)",
        "for each in other.size:\n    each.append(1)",
        "from other import size\nsize[0] = 1",
        "setattr(other, name, 1)",
        "patch('other.size', 1)",
    ],
)
def test_what_sets_a_name_is_noticed(text: str) -> None:
    found = written_in(text)

    assert found is None or "size" in found


@pytest.mark.parametrize(
    "text",
    [
        "if other.size:\n    pass",
        "print(other.size, end='')",
        "first = other.size[0]",
        "while 'a' in other.size or other.size <= 3: pass",
        "self.size = 1",
        "def f(size=1): ...",
    ],
)
def test_what_only_reads_a_name_is_not(text: str) -> None:
    found = written_in(text)

    assert found is not None
    assert "size" not in found
