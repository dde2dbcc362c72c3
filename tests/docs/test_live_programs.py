"""The pages on programs and tests whose plans are linted, followed to the letter, with Daft.

Run this file to write into the pages what is seen now; then look at it.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

_DOCS = Path(__file__).parents[2] / "docs"

_FILE = re.compile(r"^```\w+ title=\"([^\"]+)\"\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_TYPED = re.compile(r"^```console\n\$ (daft-lint [^\n]*\.py[^\n]*)\n(.*?)^```$", re.M | re.DOTALL)
_URLS = "".join(f"https://example.com/{number}\n" for number in range(4000))
_HOME = "/home/ada/crawl"

_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FAILURE = re.compile(r"^```text\n(>.*?)^```$", re.MULTILINE | re.DOTALL)
_BLANK = re.compile(r"[ \t]+$", re.MULTILINE)
_IMPORTS = "import daft\nfrom daft import DataType, Series, col\n\n\n"
_CLUSTER = "[tool.daft-lint.cluster]\nworkers = 4\ncpus-per-worker = 8\n"
_FRAME = """\
import daft

from documents import embedded

DOCUMENTS = daft.from_pydict({"text": ["a", "bb", "ccc"]})
"""


@dataclass(frozen=True, slots=True)
class Shown:
    """What stands on a page from one character to another, and what is seen there now."""

    start: int
    end: int
    seen: str


def of_programs(page: str, folder: Path) -> Iterator[Shown]:
    """The terminals of the page on programs."""
    write(folder, {"urls.txt": _URLS, **dict(_FILE.findall(page))})
    for found in _TYPED.finditer(page):
        _, *words = shlex.split(found[1])
        yield Shown(*found.span(2), ran(folder, "daft_lint", *words, columns=100))


def of_tests(page: str, folder: Path) -> Iterator[Shown]:
    """What pytest says on the page on tests."""
    documents, fixture, *_ = _PYTHON.findall(page)
    write(
        folder,
        {
            "pyproject.toml": _CLUSTER,
            "documents.py": documents.replace("# documents.py\n", _IMPORTS),
            "tests/test_frame.py": f"{_FRAME}\n\n{fixture}",
        },
    )
    failed = by_pytest(folder, "tests/test_frame.py")
    lines = re.findall(r"^[>E](?: .*)?\n", failed, re.MULTILINE)
    yield Shown(*place(_FAILURE, page), "".join(lines))


PAGES = {"live-programs.md": of_programs, "tests.md": of_tests}


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, "utf-8")


def place(pattern: re.Pattern[str], page: str) -> tuple[int, int]:
    """Where the only block of its kind stands."""
    (found,) = pattern.finditer(page)
    return found.span(1)


def by_pytest(folder: Path, *arguments: str) -> str:
    plugins = ("-p", "daft_lint.pytest_plugin", "-p", "no:cacheprovider")
    return ran(folder, "pytest", *plugins, *arguments, columns=80)


def ran(folder: Path, *arguments: str, columns: int) -> str:
    """What a person sees in a terminal, without blanks at the ends of lines."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("DAFT_")},
        "COLUMNS": str(columns),
        "PYTHONPATH": str(folder),
        "PYTHONUTF8": "1",
        "PYTEST_ADDOPTS": "",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", *arguments],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    return _BLANK.sub("", done.stdout.replace(str(folder.resolve()), _HOME))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="older ones know no columns of calls")
@pytest.mark.parametrize("name", PAGES)
def test_the_page_shows_what_is_seen(name: str, tmp_path: Path) -> None:
    daft = pytest.importorskip("daft")
    if not hasattr(daft, "cls"):
        pytest.skip("the pages have decorators that came with Daft 0.7")
    page = (_DOCS / name).read_text("utf-8")
    shown = list(PAGES[name](page, tmp_path))
    assert shown
    for shown_part in shown:
        assert shown_part.seen == page[shown_part.start : shown_part.end]


def rewritten(page: str, shown: list[Shown]) -> str:
    """The page with what is seen now."""
    for shown_part in sorted(shown, key=lambda shown_part: shown_part.start, reverse=True):
        page = page[: shown_part.start] + shown_part.seen + page[shown_part.end :]
    return page


def rewrite(file: Path, blocks: Callable[[str, Path], Iterator[Shown]]) -> None:
    page = file.read_text("utf-8")
    with tempfile.TemporaryDirectory() as name:
        shown = list(blocks(page, Path(name)))
    file.write_text(rewritten(page, shown), "utf-8")


if __name__ == "__main__":
    for name, blocks in PAGES.items():
        if name in (sys.argv[1:] or PAGES):
            rewrite(_DOCS / name, blocks)
