"""Migrates every legacy UDF of a folder or file, as `--unsafe-fixes` does.

    python applying.py FROM TO

writes what becomes of FROM to TO.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project, ProjectFolder
from daft_lint.findings import Edit
from daft_lint.migration.udf_migration import Migration, migrations
from daft_lint.plan.span import Span
from daft_lint.syntax.deep_stack import with_deep_stack

MOST_PASSES = 5


def migrations_in(root: Path) -> dict[tuple[Span, Span], Migration]:
    """The migrations of all definitions, by the spans of name and decorator."""
    project = ProjectFolder(root) if root.is_dir() else Project()
    found = {}
    for file in files(root):
        document = Document(str(file), file.read_bytes().decode())
        found.update(with_deep_stack(lambda document=document: migrations(document, project)))
    return found


def files(root: Path) -> list[Path]:
    return sorted(root.rglob("*.py")) if root.is_dir() else [root]


def apply_once(root: Path) -> int:
    """Put all edits in that fit together, in place; the number of fixes that went in."""
    taken: dict[str, list[Edit]] = {}
    applied = 0
    for migration in migrations_in(root).values():
        edits = migration.edits
        known = [edit for edit in edits if edit in taken.get(edit.span.path, [])]
        new = [edit for edit in edits if edit not in known]
        if not edits or any(
            touches(edit, other) for edit in new for other in taken.get(edit.span.path, [])
        ):
            continue
        applied += 1
        for edit in new:
            taken.setdefault(edit.span.path, []).append(edit)
    for path, edits in taken.items():
        file = Path(path)
        file.write_bytes(edited(Document(path, file.read_bytes().decode()), edits).encode())
    return applied


def touches(edit: Edit, other: Edit) -> bool:
    return edit.span.start <= other.span.end and other.span.start <= edit.span.end


def edited(document: Document, edits: list[Edit]) -> str:
    text = document.text
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        start, end = document.offset(*edit.span.start), document.offset(*edit.span.end)
        text = text[:start] + edit.text + text[end:]
    return text


def migrate(root: Path) -> None:
    """Migrate a folder or file in place until nothing changes."""
    for _ in range(MOST_PASSES):
        if not apply_once(root):
            return
    raise AssertionError(f"{root}: still changes after {MOST_PASSES} passes")


if __name__ == "__main__":
    before, after = Path(sys.argv[1]), Path(sys.argv[2])
    if before.is_dir():
        shutil.copytree(before, after)
    else:
        shutil.copy(before, after)
    migrate(after)
