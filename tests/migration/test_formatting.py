"""However a legacy program is laid out, the same program comes of it."""

from __future__ import annotations

import ast
import io
import random
import runpy
import tokenize
from functools import lru_cache
from pathlib import Path

import pytest
from legacy_programs import MIGRATED, before, file_name
from sampling import draws

HERE = Path(__file__).parent
_APPLYING = runpy.run_path(str(HERE / "applying.py"))
migrations_in, migrate = _APPLYING["migrations_in"], _APPLYING["migrate"]
PROGRAMS = [program for program in MIGRATED if len(before(program)) == 1]
SPACES = (" ", "  ", "\n    ", "\n", "\n\n        ", " \\\n  ", " # new\n   ")


def meaning(text: str) -> str:
    return ast.dump(ast.parse(text))


@lru_cache
def migrated(text: str, file: Path) -> str:
    file.write_text(text)
    migrate(file)
    return file.read_text()


def laid_out(text: str, chance: random.Random) -> str:
    """The program with more space in some of its brackets."""
    lines = text.splitlines(keepends=True)
    starts = [sum(map(len, lines[:number])) for number in range(len(lines))]
    depth, places = 0, []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        depth += (token.string in {"(", "[", "{"}) - (token.string in {")", "]", "}"})
        if depth and token.type not in {tokenize.COMMENT, tokenize.NL}:
            line, column = token.end
            places.append(starts[line - 1] + column)
    chosen = chance.sample(places, min(len(places), chance.randint(1, 12)))
    for place in sorted(chosen, reverse=True):
        other = text[:place] + chance.choice(SPACES) + text[place:]
        try:
            text = other if meaning(other) == meaning(text) else text
        except SyntaxError:
            continue
    return text


@pytest.mark.parametrize("seed", range(draws(40)))
def test_the_layout_changes_nothing(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    program = chance.choice(PROGRAMS)
    (file,), place = before(program), tmp_path / file_name(program)
    after = migrated(laid_out(file.text, chance), place)
    if migrations_in(place):
        # A comment in the way: nothing of it is edited.
        assert meaning(after) != meaning(migrated(file.text, place))
    else:
        assert meaning(after) == meaning(migrated(file.text, place))
