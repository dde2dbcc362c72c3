"""Which attributes a text sets: plainly, and by texts that name them."""

from __future__ import annotations

import pytest

from daft_lint.reading.attribute_names import attributes_set


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("conf.N = 4", {"N": {"conf"}}),
        ("etl.conf.N: int = 4", {"N": {"etl"}}),
        ("conf.N //= 2", {"N": {"conf"}}),
        ("if conf.N: other.M = 1", {"N": {"conf"}, "M": {"other"}}),
        ("make().N = 4", {"N": {""}}),
        ("conf.N == 4", {}),
        ("f(conf.N, M=4)", {}),
        ("setattr(conf, 'N', 4)", {"N": {""}}),
        ("monkeypatch.setattr('etl.conf.N', 4)", {"N": {"monkeypatch"}}),
        ("mock.patch.object(\n    conf,\n    'N',\n    4,\n)", {"N": {"mock"}}),
        ("patch.multiple(conf, N=4, M=5)", {"N": {""}, "M": {""}}),
        ("vars(conf)['N'] = 4", {"N": {""}}),
        ("conf.__dict__['N'] = 4", {"N": {"conf"}}),
    ],
)
def test_each_attribute_comes_with_what_it_is_set_on(text: str, names: dict[str, set[str]]) -> None:
    assert attributes_set(text) == names
