"""Cases for rules: programs in which a rule finds the marked lines, or nothing.

Works with any test runner. With pytest:

    CASES = cases(Path(__file__).parent / "no-show.md", no_show)

    @pytest.mark.parametrize("case", CASES, ids=str)
    def test_no_show(case):
        check(case)

A case is a program. A document of cases, `no-show.md`, has a title, and a heading for each:

    # no-show

    ## Shown in a loop

    Each round runs the whole pipeline again.

    ```python
    import daft

    for year in years:
        daft.read_parquet(f"orders/{year}").show()  # expect
    ```

Each line that a finding starts on ends in `# expect`; in a program without any, the rule should
keep silent. A line `# also DFT101` names a rule that finds something else in the same program; it
matters to `check_alone` only. A project of several files is several blocks with a title, such as
`python title="config/sizes.py"`. A `toml` block is the `pyproject.toml` of its case, or of all
cases where it stands above the first one.

A case may also be a string, see `case`.
"""

from daft_lint.testing.cases import Program, RuleCase, case, cases
from daft_lint.testing.checks import check, check_alone
from daft_lint.testing.documents import CaseDocumentError
from daft_lint.testing.findings import fixed, found

__all__ = [
    "CaseDocumentError",
    "Program",
    "RuleCase",
    "case",
    "cases",
    "check",
    "check_alone",
    "fixed",
    "found",
]
