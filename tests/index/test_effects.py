"""What a module does to attributes of others, and to lists and dicts that it hasn't made."""

from __future__ import annotations

import ast

import pytest

from daft_lint.index.effects import Effects, effects_of


def effects(text: str) -> Effects:
    return effects_of(ast.parse(text))


@pytest.mark.parametrize(
    ("text", "root"),
    [
        ("conf.N = 4", "conf"),
        ("etl.conf.N: int = 4", "etl"),
        ("conf.N //= 2", "conf"),
        ("conf.N >>= 1", "conf"),
        ("[conf.N, y] = 1, 2", "conf"),
        ("for conf.N in sizes: pass", "conf"),
        ("with sizes() as conf.N: pass", "conf"),
        ("del conf.N", "conf"),
        ("make().N = 4", ""),
        ("setattr(conf, 'N', 4)", "conf"),
        ("f = setattr\nf(conf, 'N', 4)", "conf"),
        ("f = setattr\ndef g():\n    f(conf, 'N', 4)", "conf"),
        ("monkeypatch.setattr('etl.conf.N', 4)", ""),
        ("mock.patch.object(\n    conf,\n    'N',\n    4,\n)", "conf"),
        ("with patch('etl.conf.N', 4): pass", ""),
        ("patch.multiple(conf, N=4)", "conf"),
        ("vars(conf)['N'] = 4", "conf"),
        ("conf.__dict__['N'] = 4", "conf"),
    ],
)
def test_a_name_is_set_from_outside(text: str, root: str) -> None:
    assert [effect.root for effect in effects(text).on("N") if not effect.change] == [root]


@pytest.mark.parametrize(
    "text",
    ["conf.N == 4", "f(conf.N, M=4)", "N = 4", "if conf.N: pass", "'conf.N = 4'", "# conf.N = 4"],
)
def test_what_only_looks_so_sets_nothing(text: str) -> None:
    assert not effects(text).on("N")


@pytest.mark.parametrize(
    ("text", "root", "at_import"),
    [
        ("N.append(1)", "N", True),
        ("if a: N['k'] = 1", "N", True),
        ("N += [1]", "N", True),
        ("def f():\n    N.append(1)", "N", False),
        ("def f():\n    del conf.N['k']", "conf", False),
        ("from conf import N\ndef f():\n    N.update(k=1)", "N", False),
        ("def f():\n    from conf import N\n    N.update(k=1)", "N", False),
        ("def f(conf):\n    conf.N['k'].append(1)", "conf", False),
    ],
)
def test_what_a_name_stands_for_is_changed(text: str, root: str, at_import: bool) -> None:
    found = [(effect.root, effect.at_import) for effect in effects(text).on("N") if effect.change]
    assert (root, at_import) in found


@pytest.mark.parametrize("text", ["def f():\n    N = []\n    N.append(1)", "len(N)", "N.copy()"])
def test_a_name_of_a_function_alone_is_its_own(text: str) -> None:
    assert not effects(text).on("N")


def test_imported_names() -> None:
    found = effects("import etl.conf as settings\nfrom etl import N as M")
    assert all(found.imports(name) for name in ("settings", "N", "M"))
    assert not found.imports("other")
    assert effects("from etl import *").imports("other")
