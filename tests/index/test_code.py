"""What each use of a name points at."""

from __future__ import annotations

import ast
import textwrap

import pytest

from daft_lint.index.code import ELSEWHERE, UNBOUND, Index
from daft_lint.index.statements import index_of


def indexed(code: str) -> Index:
    return index_of(ast.parse(textwrap.dedent(code)))


def described(index: Index, number: int) -> str:
    """A definition in words: numbers as they are, names of functions, ways in brackets."""
    if number in {ELSEWHERE, UNBOUND}:
        return "elsewhere" if number == ELSEWHERE else "unbound"
    match index.definitions[number]:
        case ("value", _, ("constant", value, _)):
            return repr(value)
        case ("value", _, ("name", _, other)):
            return described(index, other)
        case ("either", _, one, other):
            return f"({described(index, one)} | {described(index, other)})"
        case ("loop", before, back, _):
            return described(index, before) if back is None else f"loop {described(index, before)}"
        case ("after", before, back, _):
            return f"({described(index, before)} | {described(index, back)})"
        case ("augmented", before, operator, _):
            return f"{operator} {described(index, before)}"
        case ("mutated" | "item" | "disturbed" as kind, before, *_):
            return f"{kind} {described(index, before)}"
        case ("function" | "class" as kind, scope):
            return f"{kind} {index.scopes[scope].name}"
        case ("import", module, level, name):
            return f"import {'.' * level}{module} {name or ''}".rstrip()
        case (kind, *_):
            return str(kind)
    return ""


def used(code: str) -> str:
    """What the first argument of the last call of `use` points at."""
    index = indexed(code)
    argument = index.calls[index.calls_by_name["use"][-1]].arguments[0]
    assert argument[0] in {"name", "attribute"}
    return described(index, argument[-1])


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = 1\na = 2\nuse(a)", "2"),
        ("use(a)", "elsewhere"),
        ("a = b = 1\nuse(a)", "1"),
        ("a: int = 3\nuse(a)", "3"),
        ("a = 1\nuse(a)\na = 2", "1"),
        ("a, (b, c) = pair\nuse(c)", "part"),
        ("a, *b = row\nuse(b)", "opaque"),
        ("a = 1\ndel a\nuse(a)", "opaque"),
        ("a = 1\na += 1\nuse(a)", "Add 1"),
        ("if (a := 4):\n    pass\nuse(a)", "4"),
        ("with open() as a:\n    use(a)", "entered"),
        ("from m import a\nuse(a)", "import m a"),
        ("from ..m import a as b\nuse(b)", "import ..m a"),
        ("import m.n\nuse(m)", "import m"),
        ("import m.n as a\nuse(a)", "import m.n"),
        ("def a(): ...\nuse(a)", "function a"),
        ("class a: ...\nuse(a)", "class a"),
    ],
)
def test_a_name_has_the_definition_before_it(code: str, expected: str) -> None:
    assert used(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = 1\nif x:\n    a = 2\nuse(a)", "(2 | 1)"),
        ("if x:\n    a = 1\nelse:\n    a = 2\nuse(a)", "(1 | 2)"),
        ("if x:\n    a = 1\nuse(a)", "(1 | unbound)"),
        ("a = 1\nif x:\n    a = 2\n    raise E\nuse(a)", "1"),
        ("a = 1\nif x:\n    b = 2\nuse(a)", "1"),
        ("try:\n    a = 1\nexcept E:\n    a = 2\nuse(a)", "(1 | 2)"),
        ("try:\n    a = 1\n    f()\n    a = 2\nexcept E:\n    use(a)", "(2 | (1 | unbound))"),
        ("try:\n    import a\nexcept E:\n    raise\nuse(a)", "import a"),
        ("try:\n    a = 1\nfinally:\n    a = 2\nuse(a)", "2"),
        ("match x:\n    case 1:\n        a = 1\n    case _:\n        a = 2\nuse(a)", "(1 | 2)"),
        ("a = 0\nmatch x:\n    case 1:\n        a = 1\nuse(a)", "(1 | 0)"),
        ("match x:\n    case [a]:\n        use(a)", "opaque"),
    ],
)
def test_ways_meet_in_one_definition(code: str, expected: str) -> None:
    assert used(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("for a in b:\n    use(a)", "each"),
        ("a = 1\nfor b in c:\n    use(a)", "1"),
        ("a = 1\nfor b in c:\n    use(a)\n    a = 2", "loop 1"),
        ("a = 1\nfor b in c:\n    a = 2\n    use(a)", "2"),
        ("a = 1\nfor b in c:\n    a = 2\nuse(a)", "(1 | 2)"),
        ("a = 1\nwhile x:\n    a = 2\n    break\nuse(a)", "(2 | 1)"),
        ("a = 1\nfor b in c:\n    pass\nelse:\n    a = 2\nuse(a)", "2"),
        ("a = 1\nb = [a for a in c]\nuse(a)", "1"),
        ("use(each) if [each for each in c] else None", "elsewhere"),
        ("[use(a) for a in b]", "each"),
    ],
)
def test_the_head_of_a_loop_is_a_definition(code: str, expected: str) -> None:
    assert used(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = 1\ndef f():\n    use(a)", "elsewhere"),
        ("def f(a):\n    use(a)", "parameter"),
        ("def f():\n    a = 1\n    def g():\n        use(a)", "elsewhere"),
        ("class C:\n    a = 1\n    use(a)", "1"),
        ("class C:\n    a = 1\n    def f(self):\n        use(a)", "elsewhere"),
        ("lambda a: use(a)", "parameter"),
        ("def f():\n    a = 1\n    return\n    use(a)", "1"),
    ],
)
def test_a_scope_points_at_its_own_names(code: str, expected: str) -> None:
    assert used(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("a = []\na.append(1)\nuse(a)", "mutated opaque"),
        ("a = b\na['x'] = 1\nuse(a)", "item elsewhere"),
        ("a = b\na['x']['y'] = 1\nuse(a)", "disturbed elsewhere"),
        ("a = b\na.x = 3\nuse(a.x)", "3"),
        ("a = b\na.x = 3\na = c\nuse(a.x)", "elsewhere"),
    ],
)
def test_changes_in_place_are_definitions(code: str, expected: str) -> None:
    assert used(code).replace("value", "opaque") == expected


def test_names_of_other_scopes_that_are_bound_or_changed() -> None:
    index = indexed(
        """
        a = b = c = 1
        def f():
            global a
            a = 2
            b.append(1)
        """
    )
    assert index.rebound == {"a", "b"}


def test_attributes_that_are_set() -> None:
    index = indexed(
        """
        class C:
            def __init__(self):
                self.x = 1
        settings.SIZE = 4
        setattr(settings, "WIDTH", 4)
        setattr(settings, name, 4)
        settings.items.append(1)
        """
    )
    assert [write.name for write in index.writes] == ["SIZE", "WIDTH", "*", "items"]
    assert list(index.scopes[1].writes) == ["x"]


@pytest.mark.parametrize("code", ["exec(text)", "globals()[name] = 1", "vars().update(a=1)"])
def test_a_module_that_may_bind_any_name_is_open(code: str) -> None:
    assert indexed(code).is_open


def test_star_imports_have_a_name_of_their_own() -> None:
    assert indexed("from .m import *").module.final.keys() == {"*1m"}


def test_what_stands_behind_a_branch_that_leaves_is_the_other_branch() -> None:
    index = indexed("def f(x):\n    if x:\n        return\n    use()\n")
    (call,) = index.calls
    block = index.blocks[call.block]
    assert (block.kind, block.holds) == ("if", False)


def test_cells_of_marimo_share_the_scope_of_the_module_in_the_order_in_which_they_run() -> None:
    index = index_of(
        ast.parse(
            "import marimo\n"
            "app = marimo.App()\n"
            "@app.cell\n"
            "def _(rows):\n"
            "    twice = double(rows)\n"
            "@app.cell\n"
            "def _():\n"
            "    rows = 4\n"
            "    return (rows,)\n"
            "@app.function\n"
            "def double(number):\n"
            "    return number * 2\n"
        )
    )
    names = [name for name in index.module.bound if name not in {"marimo", "app"}]
    assert names == ["double", "rows", "twice"]
    (double,) = (scope for scope in index.scopes if scope.name == "double")
    assert not double.decorators


def test_a_name_that_a_text_binds() -> None:
    assert not indexed("SIZE = 1\nprint(locals(), globals())\n").is_open
    assert indexed("SIZE = 1\nglobals()['SIZE'] = 2\n").is_open
