"""The programs of legacy UDFs, those that can be migrated with what they become."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice
from pathlib import Path

from case_corpus import TESTS, documented

from daft_lint.testing.documents import CaseFile, DocumentedCase, read_case_document

_AFTER = "migrated/"

MIGRATED = documented(TESTS / "migration" / "migrated")
REFUSED = read_case_document(TESTS / "migration" / "refused.md").cases


def before(case: DocumentedCase) -> tuple[CaseFile, ...]:
    """The files of a program as it is."""
    return tuple(file for file in case.files if not file.path.startswith(_AFTER))


def shown(case: DocumentedCase) -> dict[str, str]:
    """What the document says that changes in the files of a program, as `changes` tells it."""
    return {
        file.path.removeprefix(_AFTER): file.text
        for file in case.files
        if file.path.startswith(_AFTER)
    }


def changes(text: str, after: str) -> str:
    """What differs in a text: each change with the line around it, below `@@`."""
    lines = unified_diff(text.splitlines(), after.splitlines(), lineterm="", n=1)
    return "".join(
        f"{'@@' if line.startswith('@@') else line}\n" for line in islice(lines, 2, None)
    )


def file_name(case: DocumentedCase) -> str:
    """What the file of a program is called, or the folder of a project."""
    name = case.name.replace("-", "_")
    return f"{name}.py" if len(before(case)) == 1 else name


def named(name: str) -> DocumentedCase:
    """The program whose file, or folder, has a name."""
    return next(program for program in (*MIGRATED, *REFUSED) if file_name(program) == name)


def written(case: DocumentedCase, folder: Path) -> Path:
    """The file or folder that a program is written to."""
    place = folder / file_name(case)
    files = before(case)
    for case_file in files:
        file = place if len(files) == 1 else place / case_file.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(case_file.text, encoding="utf-8")
    return place
