"""A sketch of a program means what LibCST's tree of it means, and tells where."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import libcst as cst
import pytest

from daft_lint.documents.document import Document
from daft_lint.reading.parsing import with_deep_stack
from daft_lint.reading.positions import Positions
from daft_lint.reading.sketching import UnsketchableError, sketch
from daft_lint.reading.trees import tree_of
from daft_lint.reading.walking import children

_ROOT = Path(__file__).parents[2]
_SOURCES = sorted(
    [
        *_ROOT.joinpath("daft_lint", "reading").glob("*.py"),
        *_ROOT.joinpath("rules").glob("*.py"),
        *_ROOT.joinpath("tests", "programs").rglob("*.py"),
        *_ROOT.joinpath("tests", "rules").rglob("*.py"),
        *_ROOT.joinpath("examples").rglob("*.py"),
    ]
)
_TEXTS = {
    "empty": "",
    "a comment": "# nothing",
    "without an end": "x = 1",
    "line ends of Windows": 'x = (\r\n    1,\r\n)\r\ny = """a\r\nb"""; z = 2\r\n',
    "several on a line": "x = 1; y = 2;\nif x: y = 1; z = 2\nwhile x: pass\nelse: pass\n",
    "a block": "if x:\n    y\nelif z:\n    y\nelse:\n    if x:\n        y\n",
    "decorated": "@a\n# why\n@ b(\n    1\n)\nasync def f(x, *, y=1) -> int:\n    return x\n",
    "parameters": "def f(a, /, b: int = 1, *c: int, d, e=2, **g): ...\nh = lambda *, x=1, **y: x\n",
    "a class": "class A(B, *C, m=1, **k):\n    '''D'''\n    x: int = 1\n    y: str\n",
    "imports": "import a.b as c, d\nfrom ..a.b import (c as d, e)\nfrom . import x\n",
    "all names": "from z import *\n",
    "tries": "try:\n    a\nexcept (B, C) as e:\n    raise X from e\nelse:\n    b\nfinally:\n    c",
    "statements": "global a, b\ndel a, b[0]\nassert x, 'y'\nx += 1\nx @= y\na, *b = c = d\nraise\n",
    "withs": "with a as b, c as (d, e):\n    pass\nasync def f():\n    async with a: await b\n",
    "loops": "for a, b in c:\n    continue\nelse:\n    pass\n",
    "calls": "f(a, *b, c=1, *d, **e)\nf(x for x in y)\nf((x for x in y), 1)\nf(g=1, *h)\n",
    "subscripts": "x[1:2, 3]\nx[(1, 2)]\nx[(1), (2)]\nx[((1), 2)]\nx[1]\nx[::2]\nx[()]\nx[(1),]\n",
    "tuples": "x = (1, 2)\nx = 1, 2\nx = ()\nx = (  1,  # ' one )\n  2,  # two\n)\nx = (a), (b)\n",
    "operators": "a or b or c and not d\na < b <= c is not d not in e\n-a ** ~b // c << d | e\n",
    "displays": "[*a, b]\n{**a, 'b': 1}\n{1, *c}\n{a: b for a in c if d if e for f in g}\n",
    "comprehensions": "[a for b in c for d in e if f]\n{a for b in c}\n(a for b in (c))\n",
    "numbers": "1_000, 0x1F, 1e3, 2j, 00, ...\n",
    "texts": "'a', b'b', r'\\c', 'd' \"e\", ('f'\n  'g'), '''h\ni''', u'j'\n",
    "formatted texts": "f'{a}', f'{a!r:>{b}}', 'c' f'{d.e(1)}', rf'\\d{x}'\nx = (f'{a}'\n  f'{b}')",
    "other letters": "é = 'ü' + ö.ä(ß=1, x='ñ')\ndef ñ(é): return é\n",
    "values": "True, False, None, (yield), (x := 1), (a if b else c), lambda: 0\n",
    "generators": "def f():\n    yield\n    yield 1\n    yield from x\n",
    "asynchronous generators": "async def g(): [await x async for x in y]\n",
    "annotated": "x: int\ndef f(x: 'int | None' = None) -> list[int]: ...\n",
    "continued lines": "x = 1 + \\\n    2\nif x: \\\n    y\n",
}


@pytest.mark.parametrize("text", _TEXTS.values(), ids=_TEXTS)
def test_a_sketch_is_libcsts_tree_without_looks(text: str) -> None:
    _check(text)


@pytest.mark.parametrize("file", _SOURCES, ids=lambda file: file.relative_to(_ROOT).as_posix())
def test_sketches_of_real_code_are_libcsts_trees_without_looks(file: Path) -> None:
    try:
        _check(file.read_text())
    except (UnsketchableError, SyntaxError, cst.ParserSyntaxError):
        pytest.skip("there is no sketch of it")


@pytest.mark.parametrize(
    "text",
    [
        "match x:\n    case 1: pass\n",
        "x = 1\n\fy = 2\n",
        "x = 1\ry = 2\r",
        "try: pass\nexcept* A: pass\n",
    ],
    ids=["a match", "a form feed", "line ends of old", "groups of exceptions"],
)
def test_what_cant_be_sketched_is_read_whole(text: str) -> None:
    document = Document("a.py", text)
    try:
        ast.parse(text)
    except SyntaxError:
        pytest.skip("this Python doesn't know it")
    tree = with_deep_stack(lambda: tree_of(document, sketched=True))
    assert not tree.sketched
    assert tree.module.body


def test_a_sketch_knows_no_looks() -> None:
    module, _ = sketch("f( 1 )\n", ast.parse("f( 1 )\n"))
    (call,) = (node for node in _below(module) if isinstance(node, cst.Call))
    with pytest.raises(AttributeError):
        assert call.whitespace_before_args


def _check(text: str) -> None:
    whole = cst.parse_module(text)
    module, places = sketch(text, ast.parse(text))
    known = Positions(whole).places
    mine, theirs = list(_below(module)), list(_below(whole))
    assert [_said(node) for node in mine] == [_said(node) for node in theirs]
    assert len(module.body) == len(whole.body)
    for node, other in zip(mine, theirs, strict=True):
        if node in places and not isinstance(node, _WITHOUT_EXACT_PLACES):
            assert (_said(node), places[node]) == (_said(other), known[other])


# Blocks begin and end with white space. Nobody asks where the others end, which may be in
# parentheses.
_WITHOUT_EXACT_PLACES = (
    cst.IndentedBlock,
    cst.SimpleStatementSuite,
    cst.Arg,
    cst.Element,
    cst.BooleanOperation,
)


def _said(node: cst.CSTNode) -> tuple[object, ...]:
    """What a node is made of itself."""
    plain = [getattr(node, name, None) for name in ("value", "star", "start", "end", "conversion")]
    return (type(node), *(one for one in plain if isinstance(one, str)))


def _below(module: cst.Module) -> Iterator[cst.CSTNode]:
    waiting: list[cst.CSTNode] = list(reversed(module.body))
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed([one for one in children(node) if not isinstance(one, cst.Colon)])
