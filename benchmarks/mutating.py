"""Breaks programs a little, the same way for the same seed."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

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


def mutated(program: bytes, seed: str) -> bytes:
    """A program with one to six changes of one kind: bytes, lines or tokens."""
    chosen = random.Random(seed)
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
        one, other = (chosen.randrange(len(lines)) for _ in range(2))
        lines[one], lines[other] = lines[other], lines[one]
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
    first, second = sorted(chosen.sample(found, 2), key=lambda one: one.start())
    return b"".join(
        [
            program[: first.start()],
            second.group(),
            program[first.end() : second.start()],
            first.group(),
            program[second.end() :],
        ]
    )
