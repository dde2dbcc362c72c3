"""Which programs are worth reading for the rules, by the words in their files.

Most programs with Daft make no UDF, run no model, cut nothing, and shuffle no rows for two actions.
Searching their texts takes a tenth of the time to read them.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from itertools import chain, islice
from typing import TYPE_CHECKING

from daft_lint.documents.imports import imports_of
from daft_lint.documents.project import is_test_file
from daft_lint.modules.import_graph import imported_by, imports_unread, leading_to
from daft_lint.plan.expressions import MODELS, TIMED

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_MAKERS = "udf|func|cls"
_VENDORS = "las_udf"
_CUTS = "repartition|into_partitions|into_batches|offset"
_RUNS = "|".join(sorted(TIMED | MODELS))
# White space, line ends and some comments. The bounds keep the search linear in any text.
_SPACE = r"[\s\\]{0,200}"
_GAP = rf"{_SPACE}(?:#[^\n\r]{{0,200}}[\n\r]{_SPACE}){{0,4}}"
_METHODS = re.compile(
    rf"\.{_GAP}(?:(?:{_CUTS}|{_RUNS})\b|image\b{_GAP}\)?{_GAP}\.{_GAP}(?:de|en)code\b)"
)
_SHUFFLES = re.compile(
    rf"\.{_GAP}(?:agg|count_distinct|distinct|drop_duplicates|groupby|unique)\b"
    r"|\.join\([^()]{0,200}\b(?:how|left_on|on)\s*="
)
_RUNS_IT = re.compile(
    r"\.(?:collect|count_rows|iter_\w+|show|to_(?:arrow|pandas|pydict|pylist)|write_\w+)\("
)
# Most programs have functions, parameters and attributes of these names that aren't Daft's.
_LIKE_MAKERS = re.compile(rf"\b(?:{_MAKERS})\b")
# Python finds the first letters of one pattern fast, and of two at once slowly.
_MAKES = (
    re.compile(rf"daft{_GAP}\.{_GAP}(?:{_MAKERS})\b"),
    re.compile(rf"@{_GAP}(?:{_MAKERS})\b"),
)
# So does `apply` of an expression, which needs the type that it returns; that of pandas doesn't.
_APPLIES = re.compile(rf"\.{_GAP}apply\b")
_TYPES = re.compile("return_dtype|DataType")
_RENAMES_DAFT = re.compile(r"\bdaft(?:\.\w+)*\s+as\b|=\s*daft\s*$", re.MULTILINE)


class Sought(Enum):
    """What a file is read for: whatever is there, what our rules judge, or UDFs alone."""

    ANYTHING = "anything"
    OURS = "ours"
    UDFS = "udfs"

    def may_be_in(self, document: Document, project: Project) -> bool:
        """Whether it may be in a program with a file, by the text of any of its modules."""
        roots = chain([document], leading_to(document, project))
        return any(self.is_held_by(root, project) for root in roots)

    def is_held_by(self, root: Document, project: Project) -> bool:
        """Whether it may be in the program that a file enters: in its text or what it imports."""
        known = project.once((Sought.is_held_by, self), lambda _: dict[str, bool]())
        seen: set[str] = set()
        waiting = [root]
        is_held = False
        while waiting and not is_held:
            document = waiting.pop()
            if document.path not in seen and known.get(document.path, True):
                seen.add(document.path)
                is_held = document.path in known or self.is_said_in(document, project)
                waiting += imported_by(document, project)
        known.update({root.path: True} if is_held else dict.fromkeys(seen, False))
        return is_held

    def is_said_in(self, document: Document, project: Project) -> bool:
        """Whether the text of a file says something of it."""
        if self is Sought.ANYTHING or document.once(_makes):
            return True
        return self is Sought.OURS and _has_work(document, project)


def judged_in(document: Document, project: Project) -> Sought:
    """What our rules judge in a file: of what a test imports, only UDFs, which it may call wrongly.

    The rest of that is judged in the files that say it.
    """
    is_apart = is_test_file(document.path) and not Sought.OURS.is_said_in(document, project)
    return Sought.UDFS if is_apart else Sought.OURS


def _has_work(document: Document, project: Project) -> bool:
    """Whether a file may cut rows, run a model, or do what Daft refuses or runs twice."""
    if document.once(_cuts) or imports_unread(document, project):
        return True
    if not document.imports_daft:
        return False
    if not document.once(_imported).isdisjoint(TIMED | MODELS | {"*"}):
        return True
    # A test may want the error, and is right or wrong, not fast or slow.
    return not is_test_file(document.path) and document.once(_fails_or_repeats)


def _cuts(text: str) -> bool:
    return _METHODS.search(text) is not None


def _fails_or_repeats(text: str) -> bool:
    return _refused().search(text) is not None or _runs_twice(text)


@cache
def _refused() -> re.Pattern[str]:
    """Words of calls that Daft refuses without a UDF in them, and of readers that hang."""
    from daft_lint.daft_api.refusals import REFUSED
    from daft_lint.daft_api.sources import HANGING

    readers = (name.removeprefix("daft.") for name in HANGING)
    words = sorted({*readers, *(word for row in REFUSED for word in row.word.split())})
    each = (re.escape(word) if word.startswith(".") else rf"\b{re.escape(word)}" for word in words)
    return re.compile(rf"(?:{'|'.join(each)})\b")


def _runs_twice(text: str) -> bool:
    """Whether a file may run a shuffle twice."""
    if _SHUFFLES.search(text) is None:
        return False
    return sum(1 for _ in islice(_RUNS_IT.finditer(text), 2)) == 2


def _imported(text: str) -> set[str]:
    """The names that a text imports of modules."""
    return {name for each in imports_of(text) for name in each.names or ()}


def _makes(text: str) -> bool:
    """Whether a text names a maker of UDFs: after `daft.`, as a decorator, or in an import."""
    if any(pattern.search(text) is not None for pattern in _MAKES):
        return True
    if _TYPES.search(text) is not None and _APPLIES.search(text) is not None:
        return True
    names = _imported(text)
    if not names.isdisjoint((*_MAKERS.split("|"), _VENDORS)):
        return True
    is_renamed = "*" in names or ("daft" in text and _RENAMES_DAFT.search(text) is not None)
    return is_renamed and _LIKE_MAKERS.search(text) is not None
