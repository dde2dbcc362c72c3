"""How `verify --run` and `live` say that a program ended."""

from __future__ import annotations

import pytest

from daft_lint.cli.program import print_program_end


@pytest.mark.parametrize(
    ("exit_code", "said"),
    [
        (0, ""),
        (3, "daft-lint: the program ended with exit code 3\n"),
        (None, "daft-lint: the program was stopped after 60 s\n"),
    ],
)
def test_an_end_that_is_no_success_is_said(exit_code, said, capsys) -> None:
    well = print_program_end((), exit_code, 60.0)
    assert well is (exit_code == 0)
    assert capsys.readouterr().err == said
