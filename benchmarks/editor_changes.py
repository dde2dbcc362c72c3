"""Types at random in an editor, and looks whether the language server keeps up.

The promise: whatever is typed, the server's diagnostics are those of `daft-lint check` on the same
text, and every request gets an answer.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from editor_at_random import BOOK, Editor
from editor_model import Cell, Notebook, Text, position_of
from editor_server import PATIENCE, Server, ServerError
from editor_typing import JOB, SETTINGS, SIZES

CHANGES = 1_500
EVERY = 50
_EXAMPLES = Path(__file__).parents[1] / "examples"
_COMMAND = ("check", "--no-cache", "-j1", "--output-format=json")
_UNREADABLE = "can't be read"

Found = Counter[tuple[str, str, int, int, int, int]]
"""Findings: what the editor calls the text, what is said, and from where to where."""


@dataclass(slots=True)
class Outcome:
    """What was seen.

    `looks` counts how often all texts were compared, `findings` those that were. `problems` are
    broken promises, each in a line.
    """

    changes: int = 0
    requests: int = 0
    looks: int = 0
    findings: int = 0
    seconds: float = 0.0
    kinds: Counter[str] = field(default_factory=Counter)
    problems: list[str] = field(default_factory=list)


def main() -> int:
    """Type, look, print; 1 when a promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--changes", type=int, default=CHANGES, help="how often to change a text")
    parser.add_argument("--seed", type=int, default=1, help="the same seed types the same")
    parser.add_argument("--every", type=int, default=EVERY, help="changes between two looks")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep differing texts here")
    options = parser.parse_args()
    outcome = type_at_random(options.changes, options.seed, options.every, options.keep)
    print(
        f"{outcome.changes:,} changes in {outcome.seconds:.0f} s; {outcome.looks} times all texts "
        f"were compared, with {outcome.findings:,} findings; {outcome.requests:,} requests were "
        "answered"
    )
    for kind, count in sorted(outcome.kinds.items()):
        print(f"{count:6,}  {kind}")
    for problem in outcome.problems:
        print(problem, file=sys.stderr)
    print(f"{len(outcome.problems)} problems")
    return int(bool(outcome.problems))


def type_at_random(
    changes: int, seed: int, every: int = EVERY, keep: Path | None = None
) -> Outcome:
    """Change texts so often in an editor, and compare all of them after each `every` changes.

    Args:
        changes: how many changes to make.
        seed: the same seed makes the same ones.
        every: the changes between two looks.
        keep: a folder for the texts of which a run and the server tell different things.
    """
    outcome = Outcome()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        served, mirror = Path(folder, "served").resolve(), Path(folder, "mirror").resolve()
        for path in (served, mirror):
            _write_project(path)
        with Server(served) as server:
            editor = Editor(server, served, random.Random(seed))
            try:
                while outcome.changes < changes and not server.problems:
                    due = min(outcome.changes + every, changes)
                    while (count := editor.done.total()) < due:
                        editor.do_something()
                    outcome.changes = count
                    _look(editor, server, mirror, outcome)
                server.stop()
            except ServerError as error:
                outcome.problems.append(f"after {outcome.changes} changes: {error}")
                if keep is not None:
                    shutil.copytree(mirror, keep, dirs_exist_ok=True)
            outcome.requests = server.answered
            outcome.problems += server.problems
            outcome.kinds = editor.done
    outcome.seconds = time.monotonic() - began
    return outcome


def _write_project(folder: Path) -> None:
    folder.mkdir()
    (folder / "pyproject.toml").write_text(SETTINGS)
    (folder / "sizes.py").write_text(SIZES)
    (folder / "job.py").write_text(JOB)
    (folder / "crlf.py").write_bytes(JOB.replace("\n", "\r\n").encode())
    for name in ("embed_texts.py", "image_embeddings.py", "article.py"):
        shutil.copy(_EXAMPLES / name, folder / name)
    head, tail = JOB.split("names = ")
    texts = ("# 🦆\n", f"%time\n{head}", f"names = {tail}")
    cells = [Cell(str(place), place > 0, Text(text)) for place, text in enumerate(texts)]
    (folder / BOOK).write_text(Notebook(cells).on_disk())


def _look(editor: Editor, server: Server, mirror: Path, outcome: Outcome) -> None:
    """Compare what the server shows with what a run over the same texts tells.

    Raises:
        ServerError: when they differ for long.
    """
    server.await_answers()
    editor.save_what_imports_anew()
    for name, text in editor.texts():
        (mirror / name).write_bytes(text.encode())
    expected = _checked(editor, mirror)
    outcome.looks += 1
    outcome.findings += expected.total()

    def differs() -> str:
        shown = _shown(editor, server, expected)
        return f"the server shows {[*(shown - expected)]} and not {[*(expected - shown)]}"

    server.wait(
        lambda: _is_current(editor, server) and _shown(editor, server, expected) == expected,
        differs,
    )


def _is_current(editor: Editor, server: Server) -> bool:
    """Whether the server has told of the last version of each text that is open."""
    versions = {editor.uri(name): version for name, version in editor.versions.items()}
    versions |= {editor.cell_uri(cell): cell.version for cell in editor.cells()}
    return all(
        server.published.get(uri, (None, []))[0] == version for uri, version in versions.items()
    )


def _shown(editor: Editor, server: Server, expected: Found) -> Found:
    """What the server shows. Of a text that a run can't read it says that it is no Python."""
    unread = {uri for uri, said, *_ in expected if said == _UNREADABLE}
    found: Found = Counter()
    for uri, (_, diagnostics) in server.published.items():
        for diagnostic in diagnostics:
            start, end = diagnostic["range"]["start"], diagnostic["range"]["end"]
            place = (start["line"], start["character"], end["line"], end["character"])
            if uri not in unread:
                found[(uri, _said(diagnostic), *place)] += 1
            elif diagnostic["code"] == "DFT900":
                found[(uri, _UNREADABLE, 0, 0, 0, 0)] += 1
    return found


def _checked(editor: Editor, mirror: Path) -> Found:
    """What a run tells of the texts that are open.

    Raises:
        ServerError: when it fails.
    """
    files = [*sorted(editor.files), *([BOOK] if editor.book is not None else [])]
    if not files:
        return Counter()
    command = [sys.executable, "-m", "daft_lint", *_COMMAND, *files]
    done = subprocess.run(command, cwd=mirror, capture_output=True, timeout=PATIENCE, check=False)
    if not done.stdout:
        raise ServerError(f"check ends with {done.returncode}: {done.stderr.decode()[-2000:]}")
    reported = json.loads(done.stdout)
    found: Found = Counter(
        (editor.uri(failure["path"]), _UNREADABLE, 0, 0, 0, 0) for failure in reported["failures"]
    )
    for finding in reported["findings"]:
        if "cell" in finding:
            cell = editor.cells()[finding["cell"] - 1]
            uri, text = editor.cell_uri(cell), cell.text
        else:
            uri, text = editor.uri(finding["path"]), editor.files[finding["path"]]
        start = position_of(text, finding["line"], finding["column"])
        end = position_of(text, finding["end_line"], finding["end_column"])
        found[(uri, _said(finding), *start, *end)] += 1
    return found


def _said(finding: dict[str, str]) -> str:
    return f"{finding['code']} {finding['message'].splitlines()[0]}"


if __name__ == "__main__":
    sys.exit(main())
