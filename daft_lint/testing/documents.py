"""Case documents: Markdown files of small programs, each below a heading that says what it shows.

    # no-csv

    A job writes CSV, which keeps no types.

    ## All orders are exported

    Nothing of the file says which column is a date.

    ```python
    import daft

    daft.read_parquet("orders/").write_csv("all/")  # expect
    ```

A title and sentences come first. Each `##` heading starts a case: sentences, and blocks of code. A
Python block is a program. A project of several files is several blocks, each with the path of its
file, such as `python title="jobs/export.py"`. A TOML block is the `pyproject.toml` of its case. One
before the first case is that of every case without its own. Untitled blocks of other languages are
part of the sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from daft_lint.documents.file_status import read_whole
from daft_lint.records import dataclass, field

__all__ = ["CaseDocument", "CaseDocumentError", "CaseFile", "DocumentedCase", "read_case_document"]

PROGRAM = "program.py"
SETTINGS = "pyproject.toml"
"""What the file of an untitled block is called."""

_UNTITLED = {"python": PROGRAM, "py": PROGRAM, "toml": SETTINGS}
_FENCE = re.compile(r"(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w+-]*)(?P<rest>.*)")
_TITLE = re.compile(r'[ \t]title="([^"]*)"')


class CaseDocumentError(ValueError):
    """A document that holds no cases as it is. Its text is one line: the place, and what to do."""


@dataclass(frozen=True, slots=True)
class CaseFile:
    """A file of a case: its path in the project, its text, and the line of the document before."""

    path: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class DocumentedCase:
    """What stands below a heading: why, and the files of a project, often a single program."""

    document: Path
    heading: str
    line: int
    why: str
    files: tuple[CaseFile, ...]

    @property
    def name(self) -> str:
        """The heading in small letters and hyphens: `## All of it!` is `all-of-it`."""
        return re.sub(r"[\W_]+", "-", self.heading.lower()).strip("-")

    def write(self, folder: Path) -> None:
        """Write the files below a folder."""
        for file in self.files:
            target = folder / file.path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(file.text, encoding="utf-8", newline="\n")


@dataclass(frozen=True, slots=True)
class CaseDocument:
    """A title, sentences about all cases, and the cases in their order."""

    path: Path
    title: str
    why: str
    cases: tuple[DocumentedCase, ...]


@dataclass(slots=True)
class _Section:
    """A heading with all that stands below it."""

    heading: str
    line: int
    sentences: list[str] = field(default_factory=list)
    files: list[CaseFile] = field(default_factory=list)

    def why(self) -> str:
        return "\n".join(self.sentences).strip()


def read_case_document(path: Path) -> CaseDocument:
    """The cases of a document.

    Raises:
        CaseDocumentError: when it holds none, or one that is no program.
        OSError: when it can't be read.
    """
    try:
        text = read_whole(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise CaseDocumentError(f"{path}: save the file as UTF-8") from None
    first, *sections = _sections(path, text)
    title, _, why = first.why().partition("\n")
    if not title.startswith("# "):
        raise CaseDocumentError(f"{path}:1: start with a title, such as `# no-csv`")
    if not sections:
        raise CaseDocumentError(f"{path}: there is no case; start each with a `## ` heading")
    for file in first.files:
        if file.path != SETTINGS:
            message = "above the first `## `, only settings are allowed, in a ```toml block"
            raise CaseDocumentError(f"{path}:{file.line}: {message}")
    cases = [_case(path, section, first.files) for section in sections]
    _reject_same_names(cases)
    return CaseDocument(path, title[2:].strip(), why.strip(), tuple(cases))


def _sections(path: Path, text: str) -> list[_Section]:
    sections = [_Section("", 1)]
    lines = iter(enumerate(text.split("\n"), 1))
    for number, line in lines:
        fence = _FENCE.fullmatch(line)
        if fence is not None:
            sections[-1].files += _block(path, number, fence, lines)
        elif line.startswith("## "):
            sections.append(_Section(line[3:].strip(), number))
        else:
            sections[-1].sentences.append(line)
    return sections


def _block(
    path: Path, line: int, fence: re.Match[str], lines: Iterator[tuple[int, str]]
) -> Iterator[CaseFile]:
    """The file that a block is, if it is one; takes its lines, and the fence that ends it."""
    end = re.compile(f"{fence['fence']}{fence['fence'][0]}*[ \t]*")
    own = []
    for _, text in lines:
        if end.fullmatch(text):
            break
        own.append(f"{text}\n")
    else:
        raise CaseDocumentError(f"{path}:{line}: end this block with {fence['fence']}")
    title = _TITLE.search(fence["rest"])
    name = title[1] if title is not None else _UNTITLED.get(fence["language"].lower())
    if name is None:
        return
    if not name or PurePosixPath(name).is_absolute() or ".." in PurePosixPath(name).parts:
        message = "a title is the path of a file in the project, such as `jobs/export.py`"
        raise CaseDocumentError(f"{path}:{line}: {message}")
    yield CaseFile(name, "".join(own), line)


def _case(path: Path, section: _Section, shared: list[CaseFile]) -> DocumentedCase:
    place = f"{path}:{section.line}: {section.heading}"
    names = [file.path for file in section.files]
    if not any(name.endswith(".py") for name in names):
        raise CaseDocumentError(f"{place}: add a program, in a ```python block")
    for file in section.files:
        if names.count(file.path) > 1:
            message = f"two blocks are {file.path}: give each a title, or a heading of its own"
            raise CaseDocumentError(f"{place}: {message}")
    files = [*section.files, *(case_file for case_file in shared if case_file.path not in names)]
    return DocumentedCase(path, section.heading, section.line, section.why(), tuple(files))


def _reject_same_names(cases: list[DocumentedCase]) -> None:
    lines: dict[str, int] = {}
    for case in cases:
        before = lines.setdefault(case.name, case.line)
        if before != case.line:
            message = f"line {before} has the same heading; give each case its own heading"
            raise CaseDocumentError(f"{case.document}:{case.line}: {case.heading}: {message}")
