"""Programs to type in, and what somebody types who types at random."""

from __future__ import annotations

import random

from editor_model import Json, Text, changed, units

SETTINGS = "[tool.daft-lint.cluster]\nworkers = 4\ngpus-per-worker = 1\n"
SIZES = "ACTORS = 4\nROWS = 1_000\n"
JOB = """\
import daft
from daft import col
from sizes import ACTORS


@daft.cls(max_concurrency=ACTORS)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
    def __call__(self, text): ...


names = "🦆 é 漢字"; df = daft.from_glob_path("s3://bucket/*.txt")
df = df.with_column("🦆🦆", Embed()(col("path"))); df = df.repartition(8).repartition(16)
df.write_parquet("s3://bucket/embeddings")
"""
LINES = (
    "df = df.into_partitions(4)\n",
    "df = df.repartition(8).repartition(16)\n",
    "df = df.into_batches(1000)\n",
    "df.collect()\n",
    "df = daft.range(1000)\n",
    "df = daft.read_parquet('s3://b/🦆/*.parquet')\n",
    "# daft-lint: partitions=12\n",
    "x = 1  # noqa: DFT101\n",
    "import daft\n",
    "name = '🦆é'\r\n",
    "def f():\n    return df\n",
    "if x:\n    df = df.limit(100)\n",
)
# Lines end at some of these in Python, and nowhere in an editor.
_SPECIAL = "\t\f\v\0\x85\u2028\u202e\r\n🦆é"
_JUNK = (
    *'()"\\#@;0',
    *_SPECIAL,
    *("'''", "\r\n", "99", "df", "daft.", "lambda: ", "%time ", "!ls\n", ":=", "f'{", ">>> "),
    *("# noqa\n", "# daft-lint: ignore[DFT101] why\n", "async ", "return "),
)
_WHOLE = (*[JOB] * 4, SIZES, "", "\n", "import daft\n(", "🦆")
_KINDS = {"line": 6, "drop": 3, "junk": 8, "number": 5, "stretch": 4, "odd": 4, "whole": 2}
_LAST = 2**31 - 1


def at(place: tuple[float, float]) -> Json:
    """A position."""
    return {"line": place[0], "character": place[1]}


def between(start: tuple[float, float], end: tuple[float, float], text: str) -> Json:
    """A change of the stretch between two positions."""
    return {"range": {"start": at(start), "end": at(end)}, "text": text}


def typed(text: Text, chance: random.Random) -> list[Json]:
    """One to four changes that make sense to a server, however strange their stretches are."""
    made = []
    for _ in range(chance.choices((1, 2, 4), (8, 2, 1))[0]):
        change = _change(text, chance)
        made.append(change)
        text = changed(text, [change])
    return made


def odd_place(text: Text, chance: random.Random) -> tuple[int, int]:
    """Behind a line or the text, inside a character, or anywhere."""
    lines = len(text.lines())
    line = chance.choice((chance.randrange(lines), lines, lines + 7, _LAST))
    return line, chance.choice((0, chance.randint(0, 80), 5_000, _LAST))


def _change(text: Text, chance: random.Random) -> Json:
    lines = text.lines()
    number = chance.randrange(len(lines))
    line = lines[number]
    kind = chance.choices(tuple(_KINDS), tuple(_KINDS.values()))[0]
    if kind == "line":
        return between((number, 0), (number, 0), chance.choice(LINES))
    if kind == "drop":
        return between((number, 0), (number + 1, 0), "")
    if kind == "whole":
        return {"text": chance.choice(_WHOLE)}
    digits = [place for place, character in enumerate(line) if character in "0123456789"]
    if kind == "number" and digits:
        place = units(line[: chance.choice(digits)])
        return between((number, place), (number, place + 1), chance.choice("0123456789"))
    if kind == "odd":
        start, end = (odd_place(text, chance) for _ in range(2))
    else:
        start = (number, chance.randint(0, units(line)))
        length = chance.randint(0, 30) if kind == "stretch" else 0
        end = (number + chance.choice((0, 0, 0, 1)), start[1] + length)
    junk = "".join(chance.choice(_JUNK) for _ in range(chance.randint(0, 3)))
    return between(start, end, junk)
