"""Tests stop too when Daft removes what they use."""

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence
from daft_lint.linting import lint
from daft_lint.settings import default_settings

TEXT = """\
import daft


@daft.udf(return_dtype=daft.DataType.int64())
def double(x):
    return [2 * one for one in x]
"""


def test_a_legacy_udf_of_a_test_is_found_by_default() -> None:
    (finding,) = lint(Document("test_double.py", TEXT), default_settings()).findings
    assert (finding.code, finding.confidence) == ("DFT301", Confidence.CERTAIN)
