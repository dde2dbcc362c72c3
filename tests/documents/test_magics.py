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
        ("env DAFT_RUNNER = 'ray'", '__import__("os").environ["DAFT_RUNNER"] = "\'ray\'"'),
        ("%env DAFT_RUNNER=$x", '__import__("os").environ["DAFT_RUNNER"] = get_ipython()'),
        (
            "%env DAFT_RUNNER \\\n {x}\ny = 1",
            '__import__("os").environ["DAFT_RUNNER"] = get_ipython()\n\ny = 1',
        ),
        ("%env\n%env DAFT_RUNNER\n%env DAFT_RUNNER=ray?", "pass\npass\npass"),
        ("%env DAFT_RUNNER_2=ray\n%env MY_DAFT_RUNNER ray", "pass\npass"),
        ("df.show?", "pass"),
        ("?df\ndf??", "pass\npass"),
        ("%time df.collect()", "pass; df.collect()"),
        ("%timeit -n 10 -r1 df.collect()", "pass            ; df.collect()"),
        ("pip install daft", "pass"),
        ("\n\ncd ..\n", "\n\npass\n"),
        ("ls -d ../data", "pass"),
        ("time x = f()", "pass;x = f()"),
        ("time x = !ls", "pass;x = get_ipython()"),
        ("timeit -n 10 f()", "pass        ;f()"),
        ("time if x: y()", "pass"),
        ("%%time\nconda install -y daft\n", "pass\npass\n"),
        ("%time ls ..\nx = 1", "pass; pass\nx = 1"),
        ("ls = 1", "ls = 1"),
        ("time - start", "time - start"),
        ("%prun -s cumulative f()", "pass              ; f()"),
        ("%prun -l 20 -qs time -D 'a b' f(x)", "pass                        ; f(x)"),
        ("%prun -qr -T a.txt x = f()", "pass             ; x = f()"),
        ("%timeit -qo -n10 -r 1 -- f()", "pass                   ; f()"),
        ("%time --no-raise-error f()", "pass                 ; f()"),
        ("%time -1", "pass; -1"),
        ("%time?\n%time\n%prun -q", "pass\npass\npass"),
        ("%time !ls\n%time %cd a\n%time f?", "pass; pass\npass; pass\npass; pass"),
        ("if x:\n  %time x = !ls", "if x:\n  pass; x = get_ipython()"),
        ("%time %time x = 1", "pass; pass; x = 1"),
        # Nothing may come before these in a line.
        ("%time if x: y()\nz = 1", "pass\nz = 1"),
        ("%time for i in x: f(i)", "i = get_ipython()"),
        ("%prun -q with a: b, c.d = 1, 2", "b = get_ipython()"),
        ("%time format(x)", "pass; format(x)"),
        ("%timeit df = df.collect()", "pass"),
        ("if x:\n    %timeit x = \\\n  1", "if x:\n    pass\n"),
        ("%%timeit -n 1\ndf.collect()", "pass\ndf.collect()"),
        ("%%timeit\ndf = df.collect()", "\n"),
        ("%%timeit x = 1\nf(x)", "\n"),
        ("%%time\ndf.collect()", "pass\ndf.collect()"),
        ("\n%%capture out\ndf.collect()", "\nout = get_ipython()\ndf.collect()"),
        ("%%bash\nls", "\n"),
        ("%%sql\nselect 1\n", "\n\n"),
        ("%sql select 1\nx = 1", "pass\nx = 1"),
        ("%sql x << select \\\n  1\ny = x", "x = get_ipython()\n\ny = x"),
        ("%md\n# A title\nof this", "\n\n"),
        ("%python\nx = 1", "pass\nx = 1"),
        ("await df.to_list()", "await df.to_list()"),
        ("x = (\n1\n% 2)\n!ls", "x = (\n1\n% 2)\npass"),
        ("s = '''\n%no\n!no\n'''\n!ls", "s = '''\n%no\n!no\n'''\npass"),
        ("# why?\nx = 'why?'\n%pwd", "# why?\nx = 'why?'\npass"),
        ("x = 1 \\\n% 2\n%pwd", "x = 1 \\\n% 2\npass"),
        ("d['x'] = !ls", "d['x'] = get_ipython()"),
        ('d["x"] = %who_ls', 'd["x"] = get_ipython()'),
        ("a.b[0].c??\nd['e'].f?", "pass\npass"),
        ("x = df.y?", "pass"),
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


@pytest.mark.parametrize(
    ("source", "text", "margin"),
    [
        ("  x = 1\n\n  if x:\n      y = 2", "x = 1\n\nif x:\n    y = 2", 2),
        ("    %time x=1\n    y=2", "pass; x=1\ny=2", 4),
        ("\n\tx = 1\r\n\ty = 2\r\n", "\nx = 1\r\ny = 2\r\n", 1),
        (">>> if x:\n...     y = 2\n...\n", "if x:\n    y = 2\n\n", 4),
        ("In [1]: x = 1\n   ...: y = 2", "x = 1\ny = 2", 8),
        ("  >>> x = 1", "x = 1", 6),
        (">>>x = 1\n>>>y = 2", "x = 1\ny = 2", 3),
        (">>>if x:\n...     y = 2", "y = get_ipython()\n", 0),
        # Lines that lose more than others would have other columns.
        (">>> df = 1\n...: x", "df = get_ipython()\n", 0),
        ("   >>> df = 1\n>>> x", "df = get_ipython()\n", 0),
    ],
)
def test_cells_that_ipython_takes_out_of_their_margin_stay_as_they_are(
    source: str, text: str, margin: int
) -> None:
    code = read_cell(source)
    assert (code.text, len(code.margin), code.broken, code.closed) == (text, margin, None, True)
    assert restored(code.text, code.hidden) == source


@pytest.mark.parametrize(
    ("source", "text", "margin", "flush"),
    [
        (">>> a = 1\n>>> a\n1", "a = 1\na\n1", 4, {2}),
        (">>> if a:\n...     b\n...\n[1,\n 2]", "if a:\n    b\n\n[1,\n 2]", 4, {3, 4}),
        ("In [1]: a\n1\nIn [2]: b\n", "a\n1\nb\n", 8, {1}),
        ("In [1]: x = 1\nOut[1]: 1", "x = 1\nOut[1]: 1", 8, {1}),
        ("  x = 1\ny = 2", "x = 1\ny = 2", 2, {1}),
    ],
)
def test_lines_of_such_a_cell_may_stand_flush(
    source: str, text: str, margin: int, flush: set[int]
) -> None:
    code = read_cell(source)
    assert (code.text, len(code.margin), code.flush, code.closed) == (text, margin, flush, True)
    assert restored(code.text, code.hidden) == source


@pytest.mark.parametrize(
    ("source", "databricks", "text"),
    [
        ("%sql\nselect 1", False, "\n"),
        ("%sql y << select 1\nx = (", False, "y = x = get_ipython()\n"),
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


def test_prompts_are_no_python_in_markdown() -> None:
    assert read_code(">>> x = 1").broken is not None


@pytest.mark.parametrize(
    ("source", "line", "column"),
    [
        ("x = 1\ny = (", 2, 5),
        ("!ls\nprint 'a'", 2, 1),
        ("def f():\n", 1, 9),
        ("\0", 1, 1),
        ("%%timeit\nx = (", 2, 5),
    ],
)
def test_what_is_no_python_at_all_is_broken(source: str, line: int, column: int) -> None:
    code = read_code(source)
    assert code.broken is not None
    assert (code.closed, code.broken.line) == (True, line)
    assert abs(code.broken.column - column) <= 1
    assert code.text == "\n" * source.count("\n")


def test_a_word_that_is_bound_is_no_magic() -> None:
    assert read_cell("time f()", ["def f():\n  time = 1"]).broken is None
    assert read_cell("time f()", ["x = 1", "import time"]).broken is not None


LINES = st.sampled_from(
    [
        "x = 1",
        "!ls",
        "%time f()",
        "time f()",
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
