"""Breaks programs a little, the same way for the same seed: their bytes, lines, tokens or trees.

What comes of a changed tree is a program again.
"""

from __future__ import annotations

import ast
import json
import random
import re
import warnings
from collections.abc import Callable
from copy import deepcopy
from typing import Any

_TOKEN = re.compile(rb"\w+|[^\w\s]")
_WORD = re.compile(rb"\w+")
_MOST_CHANGES = 6
_SAMPLE = (
    b"(",
    b")",
    b"[",
    b"]",
    b"{",
    b"}",
    b'"',
    b"'",
    b'"""',
    b"\\\n",
    b":",
    b"#",
    b"f'{",
    b"\t",
)

Mutation = Callable[[bytes, random.Random], bytes]


def mutated(program: bytes, chosen: random.Random) -> bytes:
    """A program with one to six changes of one kind: bytes, lines or tokens."""
    mutation = chosen.choice(MUTATIONS)
    for _ in range(chosen.randint(1, _MOST_CHANGES)):
        program = mutation(program, chosen)
    return program


def flip_bits(program: bytes, chosen: random.Random) -> bytes:
    """One bit of one byte is another one."""
    if not program:
        return program
    place = chosen.randrange(len(program))
    changed = program[place] ^ 1 << chosen.randrange(8)
    return program[:place] + bytes([changed]) + program[place + 1 :]


def drop_lines(program: bytes, chosen: random.Random) -> bytes:
    """One to three lines are gone."""
    lines = program.splitlines(keepends=True)
    if lines:
        place = chosen.randrange(len(lines))
        del lines[place : place + chosen.randint(1, 3)]
    return b"".join(lines)


def swap_lines(program: bytes, chosen: random.Random) -> bytes:
    """Two lines stand in each other's place."""
    lines = program.splitlines(keepends=True)
    if lines:
        first, other = (chosen.randrange(len(lines)) for _ in range(2))
        lines[first], lines[other] = lines[other], lines[first]
    return b"".join(lines)


def double_line(program: bytes, chosen: random.Random) -> bytes:
    """A line stands somewhere else too."""
    lines = program.splitlines(keepends=True)
    if lines:
        lines.insert(chosen.randrange(len(lines)), chosen.choice(lines))
    return b"".join(lines)


def swap_tokens(program: bytes, chosen: random.Random) -> bytes:
    """Two tokens stand in each other's place."""
    return _swapped(program, _TOKEN, chosen)


def swap_words(program: bytes, chosen: random.Random) -> bytes:
    """Two names, keywords or numbers stand in each other's place: most often it still parses."""
    return _swapped(program, _WORD, chosen)


def insert_token(program: bytes, chosen: random.Random) -> bytes:
    """Something that opens or closes stands where nothing did."""
    place = chosen.randint(0, len(program))
    return program[:place] + chosen.choice(_SAMPLE) + program[place:]


def cut_off(program: bytes, chosen: random.Random) -> bytes:
    """The program ends early."""
    return program[: chosen.randint(len(program) // 2, len(program))]


MUTATIONS: tuple[Mutation, ...] = (
    flip_bits,
    drop_lines,
    swap_lines,
    double_line,
    swap_tokens,
    swap_words,
    swap_words,
    insert_token,
    cut_off,
)


def _swapped(program: bytes, kind: re.Pattern[bytes], chosen: random.Random) -> bytes:
    found = list(kind.finditer(program))
    if len(found) < 2:
        return program
    first, second = sorted(chosen.sample(found, 2), key=lambda match: match.start())
    return b"".join(
        [
            program[: first.start()],
            second.group(),
            program[first.end() : second.start()],
            first.group(),
            program[second.end() :],
        ]
    )


_NUMBERS = (0, 1, -1, 2, 3, 7, 10**9, 10**30, 0.0, 0.5, 1e308, float("inf"), True)
_VALUES = (*_NUMBERS, None, ..., "", "daft", "\x1b[31m\u202e", "日本" * 200, b"\xff")
_WRAPPERS = (
    "if FLAG:\n    pass\nelse:\n    raise SystemExit",
    "for _ in range(3):\n    pass",
    "while True:\n    pass\n    break",
    "try:\n    pass\nexcept Exception:\n    raise\nfinally:\n    del later",
    "with open('x') as later:\n    pass",
    "def inner():\n    pass\ninner()",
    "async def inner():\n    pass",
    "class Inner:\n    pass",
)

Body = list[ast.stmt]
TreeMutation = Callable[[ast.Module, random.Random], None]


def mutated_tree(program: bytes, chosen: random.Random) -> bytes:
    """A program with up to four changes to its tree; what is no program stays as it is."""
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError):
        return program
    for _ in range(chosen.randint(0, 4)):
        chosen.choice(TREE_MUTATIONS)(tree, chosen)
    try:
        text = ast.unparse(ast.fix_missing_locations(tree))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, "mutant", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError):
        # Not every tree is a program: a `break` may stand outside of a loop.
        return mutated_tree(program, chosen)
    return text.encode("utf-8", "replace") + b"\n"


def change_constant(tree: ast.Module, chosen: random.Random) -> None:
    """A number or text is another value, or another kind of value."""
    found = [part for part in ast.walk(tree) if isinstance(part, ast.Constant)]
    if found:
        node = chosen.choice(found)
        node.value, node.kind = chosen.choice(_VALUES), None


def swap_expressions(tree: ast.Module, chosen: random.Random) -> None:
    """An argument stands where another one stood."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    if calls:
        first, other = (chosen.choice(calls) for _ in range(2))
        first.args[-1] = deepcopy(other.args[0])


def change_keywords(tree: ast.Module, chosen: random.Random) -> None:
    """A keyword is gone, is an unpacked dictionary, or goes to another call."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.keywords]
    if not calls:
        return
    call = chosen.choice(calls)
    word = chosen.choice(call.keywords)
    other = chosen.choice(calls)
    call.keywords.remove(word)
    if chosen.random() < 0.3:
        call.keywords.append(ast.keyword(None, ast.Dict([ast.Constant(word.arg)], [word.value])))
    elif word.arg not in {keyword.arg for keyword in other.keywords}:
        other.keywords.append(word)


def rename(tree: ast.Module, chosen: random.Random) -> None:
    """A name is read where another one was."""
    names = [node for node in ast.walk(tree) if isinstance(node, ast.Name)]
    if names:
        chosen.choice(names).id = chosen.choice(names).id


def lengthen_chain(tree: ast.Module, chosen: random.Random) -> None:
    """A call on a frame is made many times in a row."""
    calls = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]
    if calls:
        call = chosen.choice(calls)
        for _ in range(chosen.choice((1, 2, 20))):
            assert isinstance(call.func, ast.Attribute)
            inner = ast.Call(deepcopy(call.func), [*map(deepcopy, call.args)], [])
            call.func.value = inner


def drop_statement(tree: ast.Module, chosen: random.Random) -> None:
    """A statement is gone."""
    body = chosen.choice(_bodies(tree))
    body[chosen.randrange(len(body))] = ast.Pass()


def double_statement(tree: ast.Module, chosen: random.Random) -> None:
    """A statement stands somewhere else too."""
    first, other = (chosen.choice(_bodies(tree)) for _ in range(2))
    other.insert(chosen.randint(0, len(other)), deepcopy(chosen.choice(first)))


def wrap_statement(tree: ast.Module, chosen: random.Random) -> None:
    """A statement stands in a branch, a loop, a handler, a manager, a function or a class."""
    body = chosen.choice(_bodies(tree))
    place = chosen.randrange(len(body))
    wrapper = ast.parse(chosen.choice(_WRAPPERS))
    inner = next(each_body for each_body in _bodies(wrapper) if isinstance(each_body[0], ast.Pass))
    inner[0] = body[place]
    body[place : place + 1] = wrapper.body


TREE_MUTATIONS: tuple[TreeMutation, ...] = (
    change_constant,
    swap_expressions,
    change_keywords,
    rename,
    lengthen_chain,
    drop_statement,
    double_statement,
    wrap_statement,
)


def _bodies(tree: ast.Module) -> list[Body]:
    """The blocks of statements that aren't empty; the tree's own if all are."""
    fields = ("body", "orelse", "finalbody")
    blocks = [getattr(node, name, None) for node in ast.walk(tree) for name in fields]
    found = [block for block in blocks if isinstance(block, list) and block]
    if not found:
        tree.body.append(ast.Pass())
        found.append(tree.body)
    return found


_PARTS = re.compile(rb"\n\n+")
_FENCES = (("```python", "```"), ("~~~ py", "~~~"), ("````{python}", "````"), ("```python", ""))
_BEFORE = ("", "", "    ", "> ", "- ", "\t")
_BETWEEN = ("", "Text.\n", "<!--\n", "-->\n", "| a | b |\n", "\x1b[2J\n", "```\n")
_MAGICS = ("%%time\n", "!ls\n", "%pip install daft\n", "%%bash\n", "x = !date\n", "?daft\n", "")
_ODD: tuple[Any, ...] = (
    None,
    0,
    -1,
    1.5,
    [],
    {},
    "",
    [None],
    [[]],
    {"a": []},
    True,
    "\udc80",
    "\0",
)


def mutated_notebook(program: bytes, chosen: random.Random) -> bytes:
    """A notebook with the parts of a program in its cells; some of it is as in no notebook."""
    cells: list[Any] = [
        {
            "cell_type": chosen.choice(("code",) * 8 + ("markdown", "raw", "odd")),
            "id": str(number),
            "metadata": {},
            "outputs": [],
            "source": _source(part, chosen),
        }
        for number, part in enumerate(_PARTS.split(program))
    ]
    notebook: dict[str, Any] = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    for _ in range(chosen.choice((0, 0, 1, 3))):
        place = chosen.choice([notebook, *(cell for cell in cells if isinstance(cell, dict))])
        place[chosen.choice(list(place))] = chosen.choice(_ODD)
    data = json.dumps(notebook, indent=chosen.choice((None, 1))).encode()
    return mutated(data, chosen) if chosen.random() < 0.3 else data


def _source(part: bytes, chosen: random.Random) -> list[str] | str:
    """What a cell holds, in both ways that notebooks write it in."""
    if chosen.random() < 0.3:
        part = mutated(part, chosen)
    text = part.decode(errors="replace")
    if chosen.random() < 0.2:
        text = chosen.choice(_MAGICS) + text
    return text if chosen.random() < 0.5 else text.splitlines(keepends=True)


def mutated_markdown(program: bytes, chosen: random.Random) -> bytes:
    """Markdown with the parts of a program in blocks of code, some of which never end."""
    pieces = []
    for part in _PARTS.split(program):
        opening, closing = chosen.choice(_FENCES)
        before = chosen.choice(_BEFORE)
        code = (mutated_tree(part, chosen) if chosen.random() < 0.5 else part).decode(
            errors="replace"
        )
        lines = (opening, *code.splitlines(), closing)
        pieces += [chosen.choice(_BETWEEN), *(f"{before}{line}\n" for line in lines)]
    data = "".join(pieces).encode(errors="replace")
    return mutated(data, chosen) if chosen.random() < 0.3 else data


KINDS: tuple[tuple[str, Mutation], ...] = (
    ("", mutated),
    (".py", mutated_tree),
    (".ipynb", mutated_notebook),
    (".md", mutated_markdown),
)
"""Kinds of mutants: the suffix of their files, empty for that of the original, and what makes them.

All but the first are made of Python files.
"""
