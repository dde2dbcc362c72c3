"""Files that seem to make UDFs, in a run that found no work to judge."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.documents.project import is_test_file
from daft_lint.modules.prefilter import Sought
from daft_lint.reporting.phrases import named

if TYPE_CHECKING:
    from pathlib import Path

    from daft_lint.cli.lint_run import LintRun

ABOUT_WORK = "DFT101", "missing-repartition"
# Work that no worker has room for, or that Daft refuses, is a finding, and not judged beside it.
_INSTEAD = {"DFT107", "DFT313"}
# What a call gives is called with a column: `wrapper(Embed, batch_size=64)(col("text"))`.
_CALLED_AT_ONCE = re.compile(r"\)\s{0,20}\(\s{0,200}(?:daft\.)?col\(")


def lost_work(run: LintRun) -> Iterator[str]:
    """One line that names all of them, unless a failure or a finding tells why there is no work.

    It leaves out tests, which do no work to judge, and files without the rules about work.
    """
    if run.failures or any(finding.code in _INSTEAD for finding in run.findings):
        return
    lost = [
        path
        for path, file in run.whole.items()
        if file not in run.given and not is_test_file(path) and _makes_udfs(run, file, path)
    ]
    if lost:
        yield (
            f"{named(lost)}: no work judged, though UDFs seem to be made here: no data frame that "
            f"runs them was seen. daft-lint pipelines {shlex.quote(lost[0])} shows what "
            "was read; udf-wrappers in [tool.daft-lint] names functions that make UDFs"
        )


def _makes_udfs(run: LintRun, file: Path, path: str) -> bool:
    settings = run.finder.for_path(file)
    project = run.folder(settings)
    document = project.document(path) if settings.selects(*ABOUT_WORK) else None
    if document is None or not document.imports_daft:
        return False
    is_called = _CALLED_AT_ONCE.search(document.text) is not None
    return is_called or Sought.UDFS.is_said_in(document, project)
