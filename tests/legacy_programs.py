"""The programs of legacy UDFs, those that can be migrated with what they become."""

from __future__ import annotations

from pathlib import Path

from case_corpus import TESTS, documented

from daft_lint.testing.documents import CaseFile, DocumentedCase, read_case_document

_AFTER = "migrated/"

MIGRATED = documented(TESTS / "migration" / "migrated")
REFUSED = read_case_document(TESTS / "migration" / "refused.md").cases


def before(case: DocumentedCase) -> tuple[CaseFile, ...]:
    """The files of a program as it is."""
    return tuple(one for one in case.files if not one.path.startswith(_AFTER))


def expected(case: DocumentedCase) -> dict[str, str]:
    """The texts that the files of a program have once it is migrated, by their paths."""
    texts = {one.path: one.text for one in before(case)}
    changed = {one.path.removeprefix(_AFTER): one.text for one in case.files}
    return texts | changed


def file_name(case: DocumentedCase) -> str:
    """What the file of a program is called, or the folder of a project."""
    name = case.name.replace("-", "_")
    return f"{name}.py" if len(before(case)) == 1 else name


def named(name: str) -> DocumentedCase:
    """The program whose file, or folder, has a name."""
    return next(one for one in (*MIGRATED, *REFUSED) if file_name(one) == name)


def written(case: DocumentedCase, folder: Path) -> Path:
    """The file or folder that a program is written to."""
    place = folder / file_name(case)
    files = before(case)
    for one in files:
        file = place if len(files) == 1 else place / one.path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(one.text, encoding="utf-8")
    return place
