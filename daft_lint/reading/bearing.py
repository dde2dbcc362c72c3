"""Whether a program can hold what rules look for, by the texts of its files alone.

Every rule of daft-lint is about UDFs, or about how rows are cut into partitions and batches. Most
programs with Daft have neither, and need not be parsed.
"""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from daft_lint.reading.leading import leading_to, with_imported

if TYPE_CHECKING:
    from daft_lint.documents.document import Document
    from daft_lint.documents.project import Project

_MAKERS = "(?:cls|func|method)"
# How a UDF is made: `daft.udf`, `@daft.cls`, `import func`, in a list of imports of several lines
# too; all names of Daft at once; and the steps that cut. It may say yes too often, never no.
_BEARS = re.compile(
    r"udf|repartition|into_partitions|into_batches"
    rf"|[.@]{_MAKERS}\b|,[ \t]*{_MAKERS}\b|^[ \t]*{_MAKERS}\b|import\b[^\n\r]{{0,500}}\b{_MAKERS}\b"
    r"|from[ \t]+daft[\w.]*[ \t]+import[ \t]*\(?[ \t]*\*",
    re.MULTILINE | re.IGNORECASE,
)


def bears(document: Document, project: Project) -> bool:
    """Whether a file, what it imports, or a program that leads to it has anything to judge."""
    programs = chain([document], leading_to(document, project))
    return any(_BEARS.search(one.text) is not None for one in with_imported(programs, project))
