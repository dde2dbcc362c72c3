"""Baselines as files: how they are read, and how they name the findings of a document."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from daft_lint.baselines.baseline import Baseline, BaselineError, Known, read_baseline
from daft_lint.documents.document import Document, shown_path
from daft_lint.documents.file_status import read_whole
from daft_lint.documents.statements import Statements
from daft_lint.findings import Finding

_MOST_BYTES = 32_000_000


def read_baseline_file(file: Path) -> Baseline:
    """What a baseline knows.

    Raises:
        BaselineError: when it can't be read; the message names the file.
    """
    shown = shown_path(file)
    try:
        return read_baseline(read_whole(file, _MOST_BYTES).decode("utf-8-sig"))
    except FileNotFoundError:
        problem = f"there is no such file; `--write-baseline {shown}` creates it"
    except OSError as error:
        problem = f"can't be read: {error.strerror}"
    except UnicodeDecodeError:
        problem = "isn't UTF-8 text, which a baseline must be"
    except BaselineError as error:
        problem = str(error)
    raise BaselineError(f"{shown}: {problem}")


def naming(baseline: Path, document: Document) -> Callable[[Finding], Known]:
    """Names the findings of a document as a baseline does."""
    path = path_from(baseline, document.path)
    statements = Statements(document)
    return lambda finding: Known(path, finding.code, statements.at(finding.span.line).code)


def path_from(baseline: Path, path: str) -> str:
    """A file as a baseline names it: from its own folder, wherever links lead."""
    file = Path(path).resolve()
    try:
        return Path(os.path.relpath(file, baseline.resolve().parent)).as_posix()
    except ValueError:
        # Another drive of Windows.
        return file.as_posix()
