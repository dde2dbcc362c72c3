"""Reading the pipelines below paths, as several commands do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from daft_lint.cli.options import SettingsFinder
from daft_lint.documents.discovery import find_files
from daft_lint.documents.document import (
    UnreadableDocumentError,
    mentions_daft,
    read_document,
    shown_path,
)

if TYPE_CHECKING:
    from daft_lint.rule import Case
    from daft_lint.settings import Settings


def read_cases(
    paths: Iterable[Path], finder: SettingsFinder, problems: list[str]
) -> Iterator[tuple[Case, Settings]]:
    """The pipelines below the paths with their settings; what can't be read goes to `problems`."""
    for path in paths:
        settings = finder.for_path(path)
        found = find_files([path], exclude=settings.exclude, root=settings.root)
        problems += [f"{one.path}: {one.message}" for one in found.problems]
        for file in found.files:
            nearest = finder.for_path(file)
            for case in _cases(file, nearest, problems):
                yield case, nearest


def _cases(file: Path, settings: Settings, problems: list[str]) -> tuple[Case, ...]:
    """The pipelines of one file; why it can't be read goes to `problems`."""
    from daft_lint.documents.pragmas import read_pragmas
    from daft_lint.linting import cases_of
    from daft_lint.reading.syntax import SourceSyntaxError

    try:
        document = read_document(file, shown_path(file))
        if not mentions_daft(document.text.encode()):
            return ()
        return cases_of(document, read_pragmas(document.text, document.path, ()).hints, settings)
    except UnreadableDocumentError as error:
        problems.append(str(error))
    except SourceSyntaxError as error:
        problems.append(f"{document.path}:{error.line}:{error.column}: {error.message}")
    return ()
