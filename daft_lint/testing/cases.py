"""The cases of a rule: marked programs, read from a document or a string."""

from __future__ import annotations

import re
import tempfile
import textwrap
from pathlib import Path

from daft_lint.documents.document import shown_path
from daft_lint.records import dataclass, replace
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

    `programs` are the files of a project, or a single one. `also` are the codes of other rules that
    find something too. `settings` None stands for those of a project that says nothing. `where` is
    the line and the heading that it stands below.
    """

    rule: Rule
    name: str
    programs: tuple[Program, ...]
    also: frozenset[str] = frozenset()
    settings: Settings | None = None
    where: str = ""

    def __str__(self) -> str:
        """A name for the test, such as `no-show-in-a-loop`."""
        return f"{self.rule.name}-{self.name}"

    @property
    def fires(self) -> bool:
        """Whether there is something to find."""
        return any(program.expected for program in self.programs)

    @property
    def text(self) -> str:
        """The text of the first program, without its marks."""
        return self.programs[0].text


def cases(file: Path, rule: Rule, settings: Settings | None = None) -> tuple[RuleCase, ...]:
    """The cases of a rule in a Markdown document, in their order.

    A case with settings of its own has these instead of `settings`.

    Raises:
        CaseDocumentError: when the document holds none, or holds one that is no program or has
            settings that cannot be used.
        OSError: when the document can't be read.
    """
    document = read_case_document(file)
    return tuple(_of_document(rule, case, settings) for case in document.cases)


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


def _case(rule: Rule, name: str, programs: list[Program], settings: Settings | None) -> RuleCase:
    return RuleCase(
        rule=rule,
        name=name,
        programs=tuple(programs),
        also=frozenset(code for program in programs for code in _ALSO.findall(program.text)),
        settings=settings,
    )


def _unmarked(marked: str, path: str, source: str = "", above: int = 0) -> Program:
    lines = enumerate(marked.split("\n"), 1)
    expected = tuple(number for number, line in lines if _EXPECT.search(line))
    return Program(path, _EXPECT.sub("", marked), expected, source, above)
