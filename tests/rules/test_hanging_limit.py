"""Only some versions of Daft hang where a limit meets an into_partitions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence, Severity
from daft_lint.linting import lint
from daft_lint.settings import default_settings

PROGRAM = """\
import daft

daft.set_runner_ray()
daft.read_parquet("pages/*.parquet").limit(10).into_partitions(4).collect()
"""


def found(version):
    settings = replace(default_settings(), daft_version=version)
    return lint(Document("pages.py", PROGRAM), settings).findings


@pytest.mark.parametrize("version", [(0, 6), (0, 6, 4), (0, 7, 0), (0, 7, 16)])
def test_older_versions_do_not_hang(version):
    assert found(version) == ()


@pytest.mark.parametrize("version", [(0, 7, 17), (0, 7, 26)])
def test_versions_that_were_seen_to_hang_are_certain(version):
    (finding,) = found(version)

    assert finding.severity is Severity.ERROR
    assert finding.confidence is Confidence.CERTAIN
    assert finding.assumptions == ()


@pytest.mark.parametrize("version", [(0, 7), (0, 7, 27), (0, 8)])
def test_of_other_versions_it_is_assumed(version):
    (finding,) = found(version)

    assert finding.confidence is Confidence.LIKELY
    assert len(finding.assumptions) == 1
