"""What lists and dicts hold once they are changed, and when nobody can tell."""

from __future__ import annotations

from collections.abc import Callable

import pytest

KNOWN = {
    "an item set": ("d = {}\nd['n'] = 4", "d['n']"),
    "an item deleted": ("d = {'n': 3}\ndel d['n']", "d.get('n', 4)"),
    "update by a dict": ("d = {'n': 3}\nd.update({'n': 4})", "d['n']"),
    "update by a keyword": ("d = {'n': 3}\nd.update(n=4)", "d['n']"),
    "|=": ("d = {'n': 3}\nd |= {'n': 4}", "d['n']"),
    "setdefault": ("d = {}\nd.setdefault('n', 4)\nd.setdefault('n', 5)", "d['n']"),
    "what setdefault gives": ("d = {'n': 4}", "d.setdefault('n', 5)"),
    "what pop gives": ("d = {'n': 4}", "d.pop('n')"),
    "what pop leaves": ("d = {'n': 3}\nd.pop('n')", "d.get('n', 4)"),
    "a dict of a dict and keywords": ("d = {'n': 3}", "dict(d, n=4)['n']"),
    "keywords that a function adds to": (
        "def f(**d):\n    d = dict(d)\n    d['n'] = 4\n    return d",
        "f(n=3)['n']",
    ),
    "a list put together": ("a = [1]\nb = a + [4]\nb.append(5)", "b[1]"),
    "a list repeated": ("b = [4] * 3", "b[2]"),
    "an item of a list that is set": ("b = [1, 2]\nb[0] = 4", "b[0]"),
}
UNKNOWN = {
    "an item of an object that a method sets": (
        "class C:\n    def __init__(self):\n        self.d = {}\n"
        "    def set(self, n):\n        self.d['n'] = n\n        return self\n"
        "c = C().set(4)",
        "c.d['n']",
    ),
    "changed under two names": ("d = {}\ne = d\nd['n'] = 4\ne['n'] = 5", "d['n']"),
    "changed by a function": ("d = {}\ndef f(e): e['n'] = 5\nd['n'] = 4\nf(d)", "d['n']"),
    "changed by a function that has it from around": (
        "d = {}\ndef f(): d['n'] = 5\nd['n'] = 4\nf()",
        "d['n']",
    ),
    "changed in a list": ("e = [{}]\nd = e[0]\nd['n'] = 4\ne[0]['n'] = 5", "d['n']"),
    "changed or not": ("d = {'n': 4}\nif a: d['n'] = 5", "d['n']"),
    "changed in rounds": ("d = {'n': 4}\nfor x in a: d['n'] = 5", "d['n']"),
    "changed under a key that nobody knows": ("d = {'n': 4}\nd[a] = 5", "d['n']"),
    "changed by what nobody knows": ("d = {'n': 4}\nd.update(a)", "d['n']"),
    "cleared": ("d = {'n': 3}\nd.clear()", "d.get('n', 4)"),
    "inserted into": ("b = [5, 4]\nb.insert(0, 3)", "b[2]"),
    "popped from": ("b = [5, 4]\nb.pop(0)", "b[0]"),
    "sorted": ("d = [5, 4]\nd.sort()", "d[0]"),
    "lent": ("d = {'n': 4}\nfill(d)", "d['n']"),
}


@pytest.mark.parametrize("name", KNOWN)
def test_a_change_is_followed(name: str, outline: Callable[[str], list[str]]) -> None:
    assert counted(*KNOWN[name], outline) == "4"


@pytest.mark.parametrize("name", UNKNOWN)
def test_a_change_that_others_may_make_is_not(
    name: str, outline: Callable[[str], list[str]]
) -> None:
    assert counted(*UNKNOWN[name], outline) in {"?", "4..5"}


def counted(program: str, number: str, outline: Callable[[str], list[str]]) -> str:
    """The number, as partitions."""
    text = f"import daft\n{program}\ndaft.range(7).into_partitions({number}).collect()"
    (line,) = outline(text)
    return line.removeprefix("range 1p 7r > into_partitions(").removesuffix(") > collect")
