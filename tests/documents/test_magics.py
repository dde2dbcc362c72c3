"""What IPython understands and Python doesn't is kept out of the program, line by line."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.documents.embedded_code import read_cell, read_code
from daft_lint.documents.layout import LINE_END, Hidden


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("%matplotlib inline\nx = 1", "pass\nx = 1"),
        ("!pip install daft\nx = 1", "pass\nx = 1"),
        ("!pip install \\\n  daft \\\n  ray\nx = 1", "pass\n\n\nx = 1"),
        ("if x:\n    !ls\nelse:\n    %cd ..", "if x:\n    pass\nelse:\n    pass"),
        ("files = !ls", "files = get_ipython()"),
        ("a, b = %env HOME", "a, b = get_ipython()"),
        ("%env DAFT_RUNNER=ray", '__import__("os").environ["DAFT_RUNNER"] = \'ray\''),
        ("%set_env DAFT_RUNNER  ray ", '__import__("os").environ["DAFT_RUNNER"] = \'ray\''),
        ("%env DAFT_RUNNER=$x", '__import__("os").environ["DAFT_RUNNER"] = get_ipython()'),
        (
            "%env DAFT_RUNNER \\\n {x}\ny = 1",
            '__import__("os").environ["DAFT_RUNNER"] = get_ipython()\n\ny = 1',
        ),
        ("%env\n%env DAFT_RUNNER\n%env DAFT_RUNNER=ray?", "pass\npass\npass"),
        ("%env DAFT_RUNNER_2=ray\n%env MY_DAFT_RUNNER ray", "pass\npass"),
        ("df.show?", "pass"),
        ("%time df.collect()", "pass; df.collect()"),
        ("pip install daft", "pass"),
        ("%time -1", "pass; -1"),
        ("if x:\n  %time x = f()", "if x:\n  pass; x = f()"),
        ("%time?\n%time\n%time !ls\n%time f?", "pass\npass\npass\npass"),
        ("%timeit -n 10 f()\n%prun f()\n?df\ndf??", "pass\npass\npass\npass"),
        ("\n%%capture out\ndf.collect()", "\npass\ndf.collect()"),
        ("%%timeit\ndf = df.collect()", "\n"),
        (">>> x = 1\n1", "\n"),
        ("In [1]: x = 1\nOut[1]: 1", "\n"),
        # Nothing may come before these in a line.
        ("%time if x: y()\nz = 1", "pass\nz = 1"),
        ("%time format(x)", "pass; format(x)"),
        ("%%time\ndf.collect()", "pass\ndf.collect()"),
        ("%%bash\nls", "\n"),
        ("%%sql\nselect 1\n", "\n\n"),
        ("%sql select 1\nx = 1", "pass\nx = 1"),
        ("%md\n# A title\nof this", "\n\n"),
        ("%python\nx = 1", "pass\nx = 1"),
        ("await df.to_list()", "await df.to_list()"),
        ("x = (\n1\n% 2)\n!ls", "x = (\n1\n% 2)\npass"),
        ("s = '''\n%no\n!no\n'''\n!ls", "s = '''\n%no\n!no\n'''\npass"),
        ("# why?\nx = 'why?'\n%pwd", "# why?\nx = 'why?'\npass"),
        ("x = 1 \\\n% 2\n%pwd", "x = 1 \\\n% 2\npass"),
        ("d['x'] = !ls", "d['x'] = get_ipython()"),
        ('d["x"] = %who_ls', 'd["x"] = get_ipython()'),
        ("s = 'why?'\n# why?\nt = 1 # why?\n!ls", "s = 'why?'\n# why?\nt = 1 # why?\npass"),
        ("x %= 2\ny = x != 1\n%pwd", "x %= 2\ny = x != 1\npass"),
        ("%pip install daft\r\nx = 1\r\n", "pass\r\nx = 1\r\n"),
    ],
)
def test_what_is_no_python_gives_way_to_something_that_is(source: str, text: str) -> None:
    code = read_code(source)
    assert (code.text, code.broken) == (text, None)
    assert restored(code.text, code.hidden) == source
    ast.parse(code.text)


def test_a_cell_in_a_margin_isnt_read_and_isnt_broken() -> None:
    code = read_cell("  x = 1\n  y = 2")
    assert (code.text, code.broken, code.closed) == ("x = y = get_ipython()\n", None, True)


@pytest.mark.parametrize(
    ("source", "databricks", "text"),
    [
        ("%sql\nselect 1", False, "\n"),
        ("%sql y << select 1\nx = (", False, "x = get_ipython()\n"),
        ("%sql select 1\nx = 1", True, "\n"),
        ("%sql\nselect 1", True, "\n"),
        ("%python\nx = 1", True, "pass\nx = 1"),
    ],
)
def test_sql_has_one_line_unless_databricks_or_no_python_says_that_it_has_more(
    source: str, databricks: bool, text: str
) -> None:
    code = read_cell(source, databricks=databricks)
    assert (code.text, code.broken) == (text, None)
    assert restored(code.text, code.hidden) == source


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        ("x = 1\ny = (", 2, 5),
        ("!ls\nprint 'a'", 2, 1),
        ("def f():\n", 1, 9),
        ("\0", 1, 1),
    ],
)
def test_what_is_no_python_at_all_is_broken(source: str, line: int, column: int) -> None:
    code = read_code(source)
    assert code.broken is not None
    assert (code.closed, code.broken.line) == (True, line)
    assert abs(code.broken.column - column) <= 1
    assert code.text == "\n" * source.count("\n")


LINES = st.sampled_from(
    [
        "x = 1",
        "!ls",
        "%time f()",
        "pip install x",
        "%time !ls",
        "%time if x: y = 1",
        "  %cd a",
        "if x:",
        "'''",
        "(",
        ")",
        "a?",
        "%%time",
        "\\",
        "# ?",
        "",
    ]
)


@given(st.lists(LINES, max_size=8), st.sampled_from(["\n", "\r\n", "\r"]))
def test_lines_stay_where_they_are(lines: list[str], end: str) -> None:
    source = end.join(lines)
    code = read_code(source)
    assert len(LINE_END.findall(code.text)) == len(LINE_END.findall(source))
    assert restored(code.text, code.hidden) == source


def restored(text: str, hidden: tuple[Hidden, ...]) -> str:
    for hidden_line in reversed(hidden):
        text = text[: hidden_line.start] + hidden_line.source + text[hidden_line.end :]
    return text
