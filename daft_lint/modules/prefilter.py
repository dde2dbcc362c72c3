"""Which files are worth reading for the rules, by the words in them and in their programs.

Most programs with Daft make no UDF, run no model and cut nothing. To search their texts takes a
tenth of the time to read them.
"""

from __future__ import annotations

import re
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from daft_lint.modules.import_graph import leading_to, with_imported
from daft_lint.plan.expressions import MODELS, TIMED

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_MAKERS = ("udf", "func", "cls")
_CUTS = ("repartition", "into_partitions", "into_batches")
_WORK = re.compile(
    rf"\b(?:{'|'.join((*_MAKERS, *_CUTS, *sorted(TIMED | MODELS), 'decode', 'encode'))})\b"
)


def mentions_work(document: Document, project: Project) -> bool:
    """Whether a program with a file may do what rules judge."""
    return _is_said(_WORK, document, project)


def _is_said(words: re.Pattern[str], document: Document, project: Project) -> bool:
    around = with_imported(chain([document], leading_to(document, project)), project)
    return any(project.once((words, each), partial(_says, words, each)) for each in around)


def _says(words: re.Pattern[str], document: Document, project: Project) -> bool:
    return words.search(document.text) is not None
