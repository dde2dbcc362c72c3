"""Breaks programs a little, the same way for the same seed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any

from mutating_trees import mutated_tree

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
