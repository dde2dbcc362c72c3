"""Which bindings reach a use, and under which conditions."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from daft_lint.index.bindings import Binding, LoopCarried, Reaching
from daft_lint.index.builder import index_of
from daft_lint.index.module import ModuleIndex


def reaching(code: str, use: str = "use") -> list[str]:
    """What reaches the argument of the last call of `use`, in words."""
    index = index_of(ast.parse(dedent(code)))
    call = [site.node for site in index.calls if ast.unparse(site.node.func) == use][-1]
    (argument,) = call.args
    return [_said(binding) for binding in found(index, argument)]


def found(index: ModuleIndex, use: ast.expr) -> tuple[Reaching, ...]:
    """Of the item or attribute that the scope sets, or of a name."""
    if isinstance(use, ast.Name):
        return index.reaching(use)
    return index.uses[use]


def _said(given_binding: Reaching) -> str:
    match given_binding.binding:
        case None:
            what = "unbound"
        case LoopCarried():
            what = "round before"
        case Binding(value=None) as binding:
            what = binding.kind.value
        case Binding(value=value) as binding:
            assert value is not None
            path = "".join(f"[{'*' if part is None else part}]" for part in binding.path)
            plain = binding.kind.value == "assignment"
            what = ("" if plain else f"{binding.kind.value} ") + ast.unparse(value) + path
    conditions = ", ".join(_condition(each) for each in given_binding.conditions)
    return f"{what} if {conditions}" if conditions else what


def _condition(condition) -> str:
    node = condition.node
    shown = ast.unparse(node) if isinstance(node, ast.expr) else type(node).__name__
    return f"{condition.kind.value}: {shown}"


CASES = {
    "a single binding": ("x = 1\nuse(x)", ["1"]),
    "the last one wins": ("x = 1\nx = 2\nuse(x)", ["2"]),
    "a branch that binds": (
        "x = 1\nif a:\n    x = 2\nuse(x)",
        ["2 if the test holds: a", "1 if the test doesn't hold: a"],
    ),
    "both branches": (
        "if a:\n    x = 1\nelse:\n    x = 2\nuse(x)",
        ["1 if the test holds: a", "2 if the test doesn't hold: a"],
    ),
    "elif": (
        "if a:\n    x = 1\nelif b:\n    x = 2\nelse:\n    x = 3\nuse(x)",
        ["1 if the test holds: a", "2 if the test holds: b", "3 if the test doesn't hold: b"],
    ),
    "a branch that returns": (
        "def f(a):\n    x = 1\n    if a:\n        x = 2\n        return\n    use(x)",
        ["1"],
    ),
    "branches that bind nothing": ("x = 1\nif a:\n    y = 2\nuse(x)", ["1"]),
    "maybe unbound": (
        "if a:\n    x = 1\nuse(x)",
        ["1 if the test holds: a", "unbound if the test doesn't hold: a"],
    ),
    "an unpacked pair": ("x, y = 1, 2\nuse(y)", ["(1, 2)[1]"]),
    "behind a star": ("x, *y, z = rows\nuse(z)", ["rows[-1]"]),
    "a starred name": ("x, *y = rows\nuse(y)", ["rows[*]"]),
    "a loop": (
        "x = 1\nfor i in rows:\n    x = x + i\nuse(x)",
        ["1 if the test doesn't hold: For", "x + i if the loop makes a round: For"],
    ),
    "in the next round": (
        "x = 1\nfor i in rows:\n    use(x)\n    x = 2",
        ["1", "round before if the loop makes a round: For"],
    ),
    "a loop that is left": (
        "x = 1\nwhile True:\n    x = 2\n    break\nuse(x)",
        ["2"],
    ),
    "a target of a loop": ("for x in rows:\n    use(x)", ["loop target rows"]),
    "a try": (
        "try:\n    x = 1\n    x = 2\nexcept E:\n    use(x)",
        ["unbound", "1", "2"],
    ),
    "after a try": (
        "x = 0\ntry:\n    x = 1\nexcept E:\n    pass\nuse(x)",
        ["1", "0 if something is raised: ExceptHandler", "1 if something is raised: ExceptHandler"],
    ),
    "finally": ("x = 0\ntry:\n    x = 1\nfinally:\n    use(x)", ["1", "0"]),
    "with": ("with open(p) as x:\n    use(x)", ["with target open(p)"]),
    "a walrus": ("if (x := f()) > 1:\n    use(x)", ["f()"]),
    "an augmented one": ("x = 1\nx += 2\nuse(x)", ["augmented assignment 2"]),
    "a change in place": ("x = [1]\nx.append(2)\nuse(x)", ["change in place"]),
    "an item": ("x = {}\nx['n'] = 4\nuse(x['n'])", ["4"]),
    "another item": ("x = {}\nx['n'] = 4\nuse(x)", ["change in place 4"]),
    "an attribute": ("def f(self):\n    self.n = 4\n    use(self.n)", ["4"]),
    "an attribute of something new": ("x.n = 4\nx = y\nuse(x)", ["y"]),
    "a match": (
        "x = 0\nmatch a:\n    case 1:\n        x = 1\n    case _:\n        x = 2\nuse(x)",
        ["1 if the case matches: match_case", "2 if the case matches: match_case"],
    ),
    "a parameter": ("def f(x):\n    use(x)", ["parameter"]),
    "a global in a function": ("x = 1\ndef f():\n    use(x)\nx = 2", ["2"]),
    "a global that a function sets": (
        "def f():\n    global x\n    x = 1\ndef g():\n    use(x)",
        [],
    ),
    "a comprehension sees what is there": ("x = 1\n[use(x) for _ in rows]\nx = 2", ["1"]),
    "a target of a comprehension": ("[use(x) for x in rows]", ["loop target rows"]),
    "no name of a class": ("x = 1\nclass A:\n    x = 2\n    def f(self):\n        use(x)", ["1"]),
    "a name in a class": ("class A:\n    x = 2\n    use(x)", ["2"]),
    "deleted": ("x = 1\ndel x\nuse(x)", ["deletion"]),
    "imported": ("from a import b as x\nuse(x)", ["import"]),
    "too many": (
        "\n".join(f"if a{n}:\n    x = {n}" for n in range(40)) + "\nuse(x)",
        [],
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_reaches_a_use(name: str) -> None:
    code, expected = CASES[name]
    assert reaching(code) == expected


def test_what_each_round_leaves_is_kept() -> None:
    index = index_of(ast.parse("x = 1\nfor i in rows:\n    if i:\n        x = 2\n        continue"))
    loop = index.tree.body[1]
    assert [_said(binding) for binding in index.scope.carried[loop, "x"]] == [
        "1",
        "round before if the loop makes a round: For",
        "2",
    ]
