"""The cases of a rule: marked programs, read from a document, a folder or a string."""

from __future__ import annotations

import re
import tempfile
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from daft_lint.documents.document import read_document, shown_path
from daft_lint.registry import with_rule
from daft_lint.rule import Rule
from daft_lint.settings import Settings, SettingsError, load_settings
from daft_lint.testing.documents import (
    SETTINGS,
    CaseDocumentError,
    CaseFile,
    DocumentedCase,
    read_case_document,
)

_KINDS = ("fires", "silent")
_EXPECT = re.compile(r"[ \t]*# expect[ \t]*$", re.MULTILINE)
_ALSO = re.compile(r"^# also ([A-Z]+[0-9]+)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Program:
    """A file of a case, without its marks.

    `expected` are the lines, counted from 1, that findings start on. The text stands in the file
    that `source` names, below its line `above`; in a string if that is empty.
    """

    path: str
    text: str
    expected: tuple[int, ...] = ()
    source: str = ""
    above: int = 0

    def place(self, line: int) -> str:
        """Where the author finds a line of the text."""
        return f"{self.source}:{self.above + line}" if self.source else f"line {line}"


@dataclass(frozen=True, slots=True)
class RuleCase:
    """Programs, the rule they are about, and what the rule finds in them.

    `programs` are the files of a project, or a single one. `fires` says whether there is something
    to find. `also` are the codes of other rules that find something too. `settings` None stands for
    those of a project that says nothing. `where` is the line and the heading that it stands below,
    or the file that it is.
    """

    rule: Rule
    name: str
    programs: tuple[Program, ...]
    fires: bool
    also: frozenset[str] = frozenset()
    settings: Settings | None = None
    where: str = ""

    def __str__(self) -> str:
        """A name for the test, such as `no-show-in-a-loop`."""
        return f"{self.rule.name}-{self.name}"

    @property
    def text(self) -> str:
        """The text of the first program, without its marks."""
        return self.programs[0].text


def cases(place: Path, rule: Rule, settings: Settings | None = None) -> tuple[RuleCase, ...]:
    """The cases of a rule: those of a Markdown document in their order, or those of a folder.

    In a folder each `fires/*.py` and `silent/*.py` is a case. A case with settings of its own has
    these instead of `settings`.

    Raises:
        CaseDocumentError: when a document holds none, or holds one that is no program or has
            settings that cannot be used.
        ValueError: when a folder holds none.
        OSError: when a document can't be read.
    """
    if not place.is_dir():
        document = read_case_document(place)
        return tuple(
            _of_document(rule, documented_case, settings) for documented_case in document.cases
        )
    found = tuple(_of_folder(place, rule, settings))
    if not found:
        raise ValueError(f"{place}: no case in fires/*.py or silent/*.py")
    return found


def case(
    rule: Rule, program: str, name: str = "program", settings: Settings | None = None
) -> RuleCase:
    """The case that a marked program is; without a mark the rule should keep silent.

    The program may be indented as a whole.
    """
    return _case(rule, name, [_unmarked(textwrap.dedent(program), f"{name}.py")], settings)


def _of_document(rule: Rule, case: DocumentedCase, settings: Settings | None) -> RuleCase:
    source = shown_path(case.document)
    programs = []
    for file in case.files:
        if file.path == SETTINGS:
            settings = _settings_of(rule, file, source)
        elif file.path.endswith(".py"):
            programs.append(_unmarked(file.text, file.path, source, file.line))
    where = f'{source}:{case.line} "{case.heading}"'
    return replace(_case(rule, case.name, programs, settings), where=where)


def _settings_of(rule: Rule, file: CaseFile, source: str) -> Settings:
    """The settings that a block is; an error in them names its line in the document."""
    names = {known_rule.code: known_rule.name for known_rule in with_rule(rule)}
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, SETTINGS)
        copy.write_text("\n" * file.line + file.text, encoding="utf-8")
        try:
            return replace(load_settings(copy, names, root=Path()), file=None)
        except SettingsError as error:
            raise CaseDocumentError(str(error).replace(str(copy), source)) from None


def _of_folder(folder: Path, rule: Rule, settings: Settings | None) -> Iterator[RuleCase]:
    for kind in _KINDS:
        for file in sorted((folder / kind).glob("*.py")):
            text = read_document(file, str(file)).text.replace("\r\n", "\n")
            program = _unmarked(text, file.name, shown_path(file))
            made = _case(rule, file.stem, [program], settings)
            yield replace(made, fires=kind == "fires", where=program.source)


def _case(rule: Rule, name: str, programs: list[Program], settings: Settings | None) -> RuleCase:
    return RuleCase(
        rule=rule,
        name=name,
        programs=tuple(programs),
        fires=any(program.expected for program in programs),
        also=frozenset(code for program in programs for code in _ALSO.findall(program.text)),
        settings=settings,
    )


def _unmarked(marked: str, path: str, source: str = "", above: int = 0) -> Program:
    lines = enumerate(marked.split("\n"), 1)
    expected = tuple(number for number, line in lines if _EXPECT.search(line))
    return Program(path, _EXPECT.sub("", marked), expected, source, above)
