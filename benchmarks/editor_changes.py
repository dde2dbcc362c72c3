"""Types at random in an editor, and looks whether the language server keeps up.

The promise: whatever is typed, the server's diagnostics are those of `daft-lint check` on the same
texts, and it logs no fault. The editor is that of the server's tests.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from queue import Empty

from lsprotocol import types

ROOT = Path(__file__).parents[1]
sys.path.append(str(ROOT / "tests" / "server"))

from editor import PUSHED, Editor  # noqa: E402

CHANGES = 1_500
EVERY = 50
PATIENCE = 60
_LAST = 2**31 - 1
_UNREADABLE = "can't be read"

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
_LINES = (
    "df = df.into_partitions(4)\n",
    "df = df.into_batches(1000)\n",
    "df.collect()\n",
    "df = daft.read_parquet('s3://b/🦆/*.parquet')\n",
    "# daft-lint: partitions=12\n",
    "x = 1  # noqa: DFT101\n",
    "name = '🦆é'\r\n",
    "def f():\n    return df\n",
    "if x:\n    df = df.limit(100)\n",
)
# Lines end at some of these in Python, and nowhere in an editor.
_JUNK = (*'()"\\#@;0\t\f\v\0\x85\u2028\u202e\r\n🦆é', "'''", "\r\n", "df", "# noqa\n", "async ")
_WHOLE = (*[JOB] * 4, SIZES, "", "import daft\n(", "🦆")

Found = Counter[tuple[str, str, int, int, int, int]]
"""Findings: the name of the file, what is said, and from where to where."""


def main() -> int:
    """Type, look, print; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=CHANGES, help="how often to change a text")
    parser.add_argument("--seed", type=int, default=1, help="the same seed types the same")
    parser.add_argument("--every", type=int, default=EVERY, help="changes between two looks")
    options = parser.parse_args()
    findings, problem = type_at_random(options.changes, options.seed, options.every)
    print(f"{options.changes:,} changes, {findings:,} findings were compared")
    print(problem, file=sys.stderr if problem else sys.stdout)
    return int(bool(problem))


def type_at_random(changes: int, seed: int, every: int = EVERY) -> tuple[int, str]:
    """Change texts so often in an editor, and compare all of them after each `every` changes.

    Returns how many findings were compared, and what differed in the end.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        served, mirror = Path(folder, "served").resolve(), Path(folder, "mirror")
        texts = {"sizes.py": SIZES, "job.py": JOB, "crlf.py": JOB.replace("\n", "\r\n")}
        for place in (served, mirror):
            place.mkdir()
            (place / "pyproject.toml").write_text("[tool.daft-lint.cluster]\nworkers = 4\n")
            for name, text in texts.items():
                (place / name).write_bytes(text.encode())
        editor = Editor()
        # A run marks no work that could not be judged.
        editor.start(PUSHED, [served], {"hints": False})
        uris = {name: editor.open(served / name, text) for name, text in texts.items()}
        compared, problem, done = 0, "", 0
        while done < changes and not problem:
            for number in range(done, min(done + every, changes)):
                name = chance.choice(sorted(texts))
                stretch, text = _change(texts[name], chance)
                editor.change(uris[name], number + 2, text, stretch)
                texts[name] = changed(texts[name], stretch, text)
            done += every
            for name, text in texts.items():
                (mirror / name).write_bytes(text.encode())
                # Which file is part of which program the server tells by what is saved.
                if _imports(text) != _imports((served / name).read_bytes().decode()):
                    (served / name).write_bytes(text.encode())
                    editor.save(uris[name])
            expected = _checked(mirror, texts)
            compared += expected.total()
            problem = _differs(editor, expected)
        editor.stop()
        return compared, problem or "\n".join(editor.messages)


def lines_of(text: str) -> list[str]:
    """The lines of a text with their ends, as an editor counts them; the last has none."""
    return re.split(r"(?<=\n)|(?<=\r)(?!\n)", text)


def units(text: str) -> int:
    """The UTF-16 units of a text, in which the protocol counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def changed(text: str, stretch: types.Range | None, new: str) -> str:
    """A text with another one in a stretch, or in the place of all."""
    if stretch is None:
        return new
    start, end = sorted((_offset(text, stretch.start), _offset(text, stretch.end)))
    return text[:start] + new + text[end:]


def _offset(text: str, place: types.Position) -> int:
    """Characters before a place: behind a line is its end, inside a character that's start."""
    lines = lines_of(text)
    if place.line >= len(lines):
        return len(text)
    line, left = lines[place.line].rstrip("\r\n"), place.character
    count = next((at for at in range(len(line)) if units(line[: at + 1]) > left), len(line))
    return sum(map(len, lines[: place.line])) + count


def _change(text: str, chance: random.Random) -> tuple[types.Range | None, str]:
    """A new line, a lost one, another number, junk somewhere, or another text altogether."""
    lines = lines_of(text)
    number = chance.randrange(len(lines))
    digits = [at for at, character in enumerate(lines[number]) if character in "0123456789"]
    kind = chance.choices(("line", "drop", "number", "junk", "odd", "whole"), (6, 3, 5, 8, 4, 2))[0]
    start = end = (number, chance.randint(0, units(lines[number])))
    if kind == "whole":
        return None, chance.choice(_WHOLE)
    if kind == "line":
        start, end, text = (number, 0), (number, 0), chance.choice(_LINES)
    elif kind == "drop":
        start, end, text = (number, 0), (number + 1, 0), ""
    elif kind == "number" and digits:
        at = units(lines[number][: chance.choice(digits)])
        start, end, text = (number, at), (number, at + 1), chance.choice("0123456789")
    else:
        text = "".join(chance.choice(_JUNK) for _ in range(chance.randint(0, 3)))
        if kind == "odd":
            places = [(chance.choice((number, len(lines) + 7)), chance.choice((0, 40, _LAST)))] * 2
            start, end = sorted((places[0], (number, chance.randint(0, 80))))
    return types.Range(types.Position(*start), types.Position(*end)), text


def _imports(text: str) -> object:
    """What differs where a text imports something else, or is no Python any more."""
    try:
        compile(text, "", "exec")
        is_program = True
    except (SyntaxError, ValueError):
        is_program = False
    return is_program, "daft" in text, re.findall(r".*\bimport\b.*", text)


def _differs(editor: Editor, expected: Found) -> str:
    """What the server shows and a run doesn't tell, or the reverse, once nothing changes more."""
    until = time.monotonic() + PATIENCE
    try:
        while _shown(editor, expected) != expected:
            editor.take_next(until - time.monotonic())
    except (Empty, ValueError):
        shown = _shown(editor, expected)
        return f"the server shows {[*(shown - expected)]} and not {[*(expected - shown)]}"
    return ""


def _shown(editor: Editor, expected: Found) -> Found:
    """What the server shows. Of a text that a run can't read it says that it is no Python."""
    unread = {name for name, said, *_ in expected if said == _UNREADABLE}
    found: Found = Counter()
    for uri, diagnostics in editor.shown.items():
        name = uri.rpartition("/")[2]
        for diagnostic in diagnostics:
            start, end = diagnostic.range.start, diagnostic.range.end
            said = f"{diagnostic.code} {diagnostic.message.splitlines()[0]}"
            if name not in unread:
                found[name, said, start.line, start.character, end.line, end.character] += 1
            elif diagnostic.code == "DFT900":
                found[name, _UNREADABLE, 0, 0, 0, 0] += 1
    return found


def _checked(folder: Path, texts: dict[str, str]) -> Found:
    """What a run tells of the texts."""
    command = [sys.executable, "-m", "daft_lint", "check", "--no-cache", "--output-format=json"]
    done = subprocess.run([*command, *texts], cwd=folder, capture_output=True, check=False)
    reported = json.loads(done.stdout)
    found: Found = Counter(
        (failure["path"], _UNREADABLE, 0, 0, 0, 0) for failure in reported["failures"]
    )
    for finding in reported["findings"]:
        lines = lines_of(texts[finding["path"]])
        places = []
        for line, column in (("line", "column"), ("end_line", "end_column")):
            before = lines[finding[line] - 1].rstrip("\r\n")[: finding[column] - 1]
            places += [finding[line] - 1, units(before)]
        said = f"{finding['code']} {finding['message'].splitlines()[0]}"
        found[finding["path"], said, places[0], places[1], places[2], places[3]] += 1
    return found


if __name__ == "__main__":
    sys.exit(main())
