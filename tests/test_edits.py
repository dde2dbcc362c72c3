"""Changes of the plan become edits that change the program just so."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Edit
from daft_lint.fixing import fixed
from daft_lint.pipelines.reading import read
from daft_lint.plan.changes import Change, Insertion, Removal, Replacement, Retuning
from daft_lint.plan.pipeline import Operator, OperatorKind, Plan, Udf
from daft_lint.plan.quantity import exactly, unknown
from daft_lint.plan.span import Span
from daft_lint.rule.edits import edits_of

_HEAD = """\
import daft
from daft import DataFrame, col

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=int, batch_size=5)
    def __call__(self, x):
        return x

embed = Embed()
"""
Make = Callable[[Operator, Udf], Change]


def _plan(text: str) -> Plan:
    return read(text, "a.py").pipelines[0].plan


def _steps(plan: Plan) -> Iterator[Operator]:
    for step in plan.operators:
        for other in step.inputs:
            yield from _steps(other)
        yield step


def _edits(text: str, method: str, make: Make) -> tuple[Edit, ...]:
    steps = list(_steps(_plan(text)))
    step = next(operator for operator in steps if operator.method == method)
    udf = next((call.udf for operator in steps for call in operator.calls), None)
    assert udf is not None
    return edits_of((make(step, udf),))


def _after(text: str, method: str, make: Make) -> str | None:
    edits = _edits(text, method, make)
    if not edits:
        return None
    after = fixed(Document("a.py", text), [edits]).text
    ast.parse(after)
    return after


def _changed(body: str, method: str, make: Make) -> str | None:
    """The body of a program after a change; the head above it must stay as it is."""
    for line_end in ("\r\n", "\r", "\n"):
        after = _after((_HEAD + body).replace("\n", line_end), method, make)
        after = after.replace(line_end, "\n") if after is not None else None
    assert after is None or after.startswith(_HEAD)
    return None if after is None else after.removeprefix(_HEAD)


def _step(kind: OperatorKind, method: str, count: float) -> Operator:
    return Operator(kind, method, Span("a.py", 1, 1, 1, 1), exactly(count))


def removed(step: Operator, _: Udf) -> Change:
    return Removal(step)


def split_before(step: Operator, _: Udf) -> Change:
    return Insertion(step, _step(OperatorKind.INTO_PARTITIONS, "into_partitions", 4))


def shuffled(step: Operator, _: Udf) -> Change:
    return Replacement(step, _step(OperatorKind.RANDOM_REPARTITION, "repartition", 20_000))


def split(step: Operator, _: Udf) -> Change:
    return Replacement(step, _step(OperatorKind.INTO_PARTITIONS, "into_partitions", 4))


def smaller(_: Operator, udf: Udf) -> Change:
    return Retuning(udf, batch_size=exactly(3))


def fewer(_: Operator, udf: Udf) -> Change:
    return Retuning(udf, concurrency=exactly(2))


_USE = ".with_column('v', embed(col('a'))).collect()\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "daft.range(9).repartition(2)" + _USE, "daft.range(9)" + _USE, id="in a chain"
        ),
        pytest.param(
            "df = daft.range(9)\ndf = df.repartition(2)\ndf" + _USE,
            "df = daft.range(9)\ndf" + _USE,
            id="a statement of its own",
        ),
        pytest.param(
            "df = daft.range(9)\ndf = (\n    df\n    .repartition(2)\n)\ndf" + _USE,
            "df = daft.range(9)\ndf" + _USE,
            id="a statement of several lines",
        ),
        pytest.param(
            "df = daft.range(9)\ndf = df.repartition(2)  # why\ndf" + _USE,
            "df = daft.range(9)\ndf = df  # why\ndf" + _USE,
            id="a statement with a comment",
        ),
        pytest.param(
            "df = daft.range(9)\nwith open('a'):\n    df = df.repartition(2)\ndf" + _USE,
            "df = daft.range(9)\nwith open('a'):\n    df = df\ndf" + _USE,
            id="the only statement of a block",
        ),
        pytest.param(
            "df = daft.range(9)\nwith open('a'):\n    df = df.repartition(2)\n"
            "    df = df.with_column('v', embed(col('a')))\ndf.collect()\n",
            "df = daft.range(9)\nwith open('a'):\n"
            "    df = df.with_column('v', embed(col('a')))\ndf.collect()\n",
            id="one of a block whose last step stays",
        ),
        pytest.param(
            "df = daft.range(9)\nwith open('a'):\n    df = df.repartition(2)\n"
            "    df = df.into_batches(3)\ndf" + _USE,
            "df = daft.range(9)\nwith open('a'):\n    df = df\n"
            "    df = df.into_batches(3)\ndf" + _USE,
            id="one of a block whose last step may go too",
        ),
        pytest.param(
            "df = daft.range(9); df = df.repartition(2); df" + _USE,
            "df = daft.range(9); df = df; df" + _USE,
            id="statements on one line",
        ),
        pytest.param(
            "def go(df):\n    df.repartition(2)" + _USE + "go(daft.range(9))\n",
            "def go(df):\n    df" + _USE + "go(daft.range(9))\n",
            id="in a function",
        ),
        pytest.param(
            "df = (\n    daft.range(9)\n    .repartition(2)\n    " + _USE[:-1] + "\n)\n",
            "df = (\n    daft.range(9)\n    " + _USE[:-1] + "\n)\n",
            id="a line of a chain",
        ),
        pytest.param(
            "df = (\n\tdaft.range(9)  # one\n\t# two\n\n\t. repartition(\n\t\t2,\n\t)  # three\n\t"
            + _USE[:-1]
            + "\n)\n",
            "df = (\n\tdaft.range(9)  # one\n\t# two  # three\n\t" + _USE[:-1] + "\n)\n",
            id="between comments",
        ),
        pytest.param(
            "df = daft.range(9) \\\n    .repartition(2) \\\n    " + _USE,
            "df = daft.range(9) \\\n    " + _USE,
            id="between backslashes",
        ),
        pytest.param(
            "df = (daft.range(9).\n    repartition(2).\n    with_column('v', embed(col('a'))))\n",
            "df = (daft.range(9).\n    with_column('v', embed(col('a'))))\n",
            id="dots at the ends of lines",
        ),
        pytest.param(
            "((((daft.range(9))) . repartition (2, ))" + _USE[:-1] + ")\n",
            "((((daft.range(9))))" + _USE[:-1] + ")\n",
            id="in parentheses",
        ),
        pytest.param(
            "x = f'''{daft.range(9).repartition(2)\n" + _USE[:-1] + "}'''\n",
            "x = f'''{daft.range(9)\n" + _USE[:-1] + "}'''\n",
            id="in an f-string",
        ),
        pytest.param(
            "class P:\n    def go(self):\n        self.df = daft.range(9)\n"
            "        self.df = self.df.repartition(2)\n        self.df" + _USE + "P().go()\n",
            "class P:\n    def go(self):\n        self.df = daft.range(9)\n        self.df"
            + _USE
            + "P().go()\n",
            id="an attribute",
        ),
    ],
)
def test_a_step_is_removed_and_nothing_else(before: str, after: str) -> None:
    assert _changed(before, "repartition", removed) == after


def test_the_only_statement_of_a_block_stays_whatever_step_it_is() -> None:
    body = "df = daft.range(9)\nwith open('a'):\n    df = df.limit(2)\ndf" + _USE
    assert _changed(body, "limit", removed) == body.replace("df.limit(2)", "df")


def test_a_last_line_without_an_end_is_removed_whole() -> None:
    body = "df = daft.range(9).with_column('v', embed(col('a')))\ndf = df.repartition(2)"
    after = "df = daft.range(9).with_column('v', embed(col('a')))\n"
    assert _changed(body, "repartition", removed) == after


def test_a_name_is_not_left_unbound() -> None:
    body = (
        "df = daft.range(9)\n"
        "class P:\n    a = 1\n    df = df.repartition(2)\n    df" + _USE + "    b = 1\n"
    )
    after = _changed(body, "repartition", removed)
    assert after is not None
    assert "    df = df\n" in after


def test_a_form_feed_that_libcst_moves_shifts_no_edit() -> None:
    lines = ("def go(df):", "    if df:", "        pass", "\f    df.repartition(2)" + _USE)
    body = "\n".join(lines) + "go(daft.range(9))\n"
    after = _changed(body, "repartition", removed)
    assert after in (None, body.replace(".repartition(2)", ""))


def test_a_comment_is_not_removed_with_a_step() -> None:
    body = "df = (daft.range(9).  # nine\n    repartition(2)" + _USE[:-1] + ")\n"
    assert _changed(body, "repartition", removed) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            "daft.range(9)" + _USE, "daft.range(9).into_partitions(4)" + _USE, id="in a chain"
        ),
        pytest.param(
            "(\n    daft.range(9)  # nine\n    # v\n    " + _USE[:-1] + "\n)\n",
            "(\n    daft.range(9)  # nine\n    # v\n    .into_partitions(4)\n    "
            + _USE[:-1]
            + "\n)\n",
            id="a line of a chain",
        ),
        pytest.param(
            "daft.range(9) \\\n    " + _USE,
            "daft.range(9) \\\n    .into_partitions(4) \\\n    " + _USE,
            id="after a backslash",
        ),
        pytest.param(
            "(daft.range(9).  # nine\n    with_column('v', embed(col('a'))))\n",
            "(daft.range(9).into_partitions(4).  # nine\n    with_column('v', embed(col('a'))))\n",
            id="dots at the ends of lines",
        ),
        pytest.param(
            "df = daft.range(9)\ndf = df.with_column('v', embed(col('a')))\n",
            "df = daft.range(9)\ndf = df.into_partitions(4).with_column('v', embed(col('a')))\n",
            id="a statement of its own",
        ),
        pytest.param(
            "((daft.range(9)) . with_column('v', embed(col('a'))))\n",
            "((daft.range(9)) .into_partitions(4) . with_column('v', embed(col('a'))))\n",
            id="in parentheses",
        ),
    ],
)
def test_a_step_is_put_before_another(before: str, after: str) -> None:
    assert _changed(before, "with_column", split_before) == after


@pytest.mark.parametrize(
    ("before", "method"),
    [
        ("df = daft.range(9)[embed(col('a')), 'a']\ndf.collect()\n", "select"),
        ("df = daft.range(9).where(embed(col('a'))).groupby('a').sum('b')\n", "sum"),
        ("a = daft.range(9).where(embed(col('a')))\ndaft.concat([a, a])\n", "concat"),
    ],
)
def test_nothing_is_put_before_what_is_no_method_of_a_frame(before: str, method: str) -> None:
    assert _changed(before, method, split_before) is None


@pytest.mark.parametrize(
    ("before", "make", "after"),
    [
        ("repartition(2)", shuffled, "repartition(20_000)"),
        ("repartition( num = 2 , )", shuffled, "repartition( num = 20_000 , )"),
        ("repartition((2))", shuffled, "repartition((20_000))"),
        ("repartition(2 * 4)", shuffled, "repartition(20_000)"),
        ("repartition(len([0, 0] * 4))", shuffled, "repartition(20_000)"),
        ("repartition()", shuffled, "repartition(20_000)"),
        ("repartition(2, 'path')", shuffled, "repartition(20_000)"),
        ("repartition(2, 'path')", split, "into_partitions(4)"),
        ("repartition(\n    2,\n    'path',\n)", split, "into_partitions(4)"),
        ("repartition(None, 'path')", split, "into_partitions(4)"),
    ],
)
def test_a_step_is_changed_as_little_as_may_be(before: str, make: Make, after: str) -> None:
    assert _changed(f"daft.range(9).{before}{_USE}", "repartition", make) == (
        f"daft.range(9).{after}{_USE}"
    )


@pytest.mark.parametrize(
    "body",
    [
        "def go(df, n):\n    return df.repartition(n)\ngo(daft.range(9), 2)" + _USE,
        "def go(df, n=2):\n    return df.repartition(n)\ngo(daft.range(9))" + _USE,
        "def go(df, k):\n    n = k\n    return df.repartition(n)\ngo(daft.range(9), 2)" + _USE,
        "for n in [2]:\n    daft.range(9).repartition(n)" + _USE,
        "N = 2\nN += 0\ndaft.range(9).repartition(N)" + _USE,
        "C = {'n': 2}\nprint(C)\ndaft.range(9).repartition(C['n'])" + _USE,
        "n = 2\ndef go(df, n):\n    return df.repartition(n)\ngo(daft.range(9), n)" + _USE,
    ],
)
def test_a_number_that_a_caller_may_choose_is_left_to_the_user(body: str) -> None:
    assert _changed(body, "repartition", shuffled) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("_N = 2\n|_N|", "_N = 20_000\n|_N|"),
        ("_N: int = 2  # parts\n|num=_N|", "_N: int = 20_000  # parts\n|num=_N|"),
        ("_N = 2\nprint(_N)\n|_N|", "_N = 2\nprint(_N)\n|20_000|"),
        ("_N = 2\n|_N * 2|", "_N = 2\n|20_000|"),
        ("N = 2\n__all__ = ['N']\n|N|", "N = 2\n__all__ = ['N']\n|20_000|"),
        ("C = {'n': 2}\n|C['n']|", "C = {'n': 2}\n|20_000|"),
    ],
)
def test_a_constant_is_set_where_it_is_bound_or_where_it_is_used(before: str, after: str) -> None:
    head, call = before.split("|")[0], before.split("|")[1]
    changed = _changed(f"{head}daft.range(9).repartition({call}){_USE}", "repartition", shuffled)
    head, call = after.split("|")[0], after.split("|")[1]
    assert changed == f"{head}daft.range(9).repartition({call}){_USE}"


def test_a_local_constant_is_set_where_it_is_bound() -> None:
    body = "def go(df):\n    n = 2\n    return df.repartition(n)\ngo(daft.range(9))" + _USE
    assert _changed(body, "repartition", shuffled) == body.replace("n = 2", "n = 20_000")


@pytest.mark.parametrize("imported", [True, False])
def test_a_constant_that_other_files_import_stays(imported: bool) -> None:
    text = f"{_HEAD}N = 2\ndaft.range(9).repartition(N){_USE}"
    asked = []

    def is_imported(path: str, name: str) -> bool:
        asked.append((path, name))
        return imported

    step = _plan(text).operators[0]
    change = Replacement(step, _step(OperatorKind.RANDOM_REPARTITION, "repartition", 4))
    after = fixed(Document("a.py", text), [edits_of((change,), is_imported)]).text
    old, new = ("(N)", "(4)") if imported else ("N = 2", "N = 4")
    assert after == text.replace(old, new)
    assert asked == [("a.py", "N")]


def _retuned(definition: str, make: Make, use: str = "f(col('a'))") -> str | None:
    head = "import daft\nfrom daft import col\n"
    text = f"{head}{definition}\ndaft.range(9).with_column('v', {use}).collect()\n"
    after = _after(text, "with_column", make)
    if after is None:
        return None
    return after.removeprefix(head).partition("\ndaft.range")[0]


_FUNCTION = "\ndef f(x):\n    return x\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("(return_dtype=int, batch_size=5)", "(return_dtype=int, batch_size=3)"),
        ("(batch_size=5, return_dtype=int)", "(batch_size=3, return_dtype=int)"),
        ("(batch_size=1_0 * 2, return_dtype=int)", "(batch_size=3, return_dtype=int)"),
        ("(batch_size=None, return_dtype=int)", "(batch_size=3, return_dtype=int)"),
        ("(return_dtype=int)", "(return_dtype=int, batch_size=3)"),
        ("(return_dtype=(int))", "(return_dtype=(int), batch_size=3)"),
        ("( return_dtype=int , )", "( return_dtype=int, batch_size=3 , )"),
        (
            "(\n    return_dtype=int,  # why\n)",
            "(\n    return_dtype=int, batch_size=3,  # why\n)",
        ),
    ],
)
@pytest.mark.parametrize("name", ["daft.func.batch", "daft.udf"])
def test_a_batch_size_is_set_where_it_belongs(name: str, before: str, after: str) -> None:
    assert _retuned(f"@{name}{before}{_FUNCTION}", smaller) == f"@{name}{after}{_FUNCTION}"


@pytest.mark.parametrize(
    "definition",
    [
        "from config import B\n@daft.func.batch(return_dtype=int, batch_size=B)",
        "O = {'batch_size': 5}\n@daft.func.batch(return_dtype=int, **O)",
        "@daft.func.batch(return_dtype=int, **{'batch_size': None})",
        "import c\n@daft.func.batch(return_dtype=int, **c.options)",
        "@daft.func.batch(return_dtype=int, batch_size=5)  # daft-lint: batch-size=9",
        "@daft.func",
        "@daft.func.batch",
    ],
)
def test_a_batch_size_is_not_set_where_it_may_be_that_of_others(definition: str) -> None:
    assert _retuned(f"{definition}{_FUNCTION}", smaller) is None


@pytest.mark.parametrize(
    ("bound", "value"),
    [
        ("B = 5", "B"),
        ("_B = 5\nprint(_B)", "_B"),
        ("_B = 5\n__all__ = ['_B']", "_B"),
        ("C = {'b': 5}", "C['b']"),
    ],
)
def test_a_constant_of_others_too_is_set_at_the_use(bound: str, value: str) -> None:
    before = f"{bound}\n@daft.func.batch(return_dtype=int, batch_size={value}){_FUNCTION}"
    expected = before.replace(f"batch_size={value}", "batch_size=3")
    assert _retuned(before, smaller) == expected


def test_a_constant_used_once_is_set_at_its_definition() -> None:
    before = f"_B: int = 5  # rows\n@daft.func.batch(return_dtype=int, batch_size=_B){_FUNCTION}"
    assert _retuned(before, smaller) == before.replace("5", "3")


def test_two_uses_with_options_of_their_own_are_distinguished() -> None:
    definition = f"@daft.udf(return_dtype=int, batch_size=5){_FUNCTION}"
    for use, after in (
        ("f.override_options(batch_size=7)", "f.override_options(batch_size=3)"),
        ("f.override_options(num_cpus=1)", "f.override_options(num_cpus=1)"),
    ):
        text = f"import daft\nfrom daft import col\n{definition}g = {use}\n"
        text += "daft.range(9).with_column('v', g(col('a'))).collect()\n"
        expected = text.replace(use, after)
        if use == after:
            expected = expected.replace("batch_size=5", "batch_size=3")
        assert _after(text, "with_column", smaller) == expected


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f.with_concurrency(4)", "f.with_concurrency(2)"),
        ("f.with_concurrency(concurrency=4)", "f.with_concurrency(concurrency=2)"),
        ("f.with_concurrency(2 + 2)", "f.with_concurrency(2)"),
    ],
)
def test_a_concurrency_is_set_at_the_use(before: str, after: str) -> None:
    text = "import daft\nfrom daft import col\n@daft.udf(return_dtype=int, concurrency=9)"
    text += f"{_FUNCTION}g = {before}\ndaft.range(9).with_column('v', g(col('a'))).collect()\n"
    assert _after(text, "with_column", fewer) == text.replace(before, after)


def test_the_options_of_a_class_and_its_method_are_set_each_in_its_place() -> None:
    text = f"{_HEAD}daft.range(9){_USE}"
    assert _after(text, "with_column", fewer) == text.replace("=4", "=2")
    assert _after(text, "with_column", smaller) == text.replace("=5", "=3")


def test_a_udf_with_one_of_two_options_has_no_one_place_for_it() -> None:
    text = "import daft\nfrom daft import col\n@daft.udf(return_dtype=int, concurrency=9)"
    text += f"{_FUNCTION}import c\nif c.x:\n    g = f.with_concurrency(2)\nelse:\n    g = f\n"
    text += "daft.range(9).with_column('v', g(col('a'))).collect()\n"
    assert _after(text, "with_column", fewer) is None


def test_all_of_the_changes_are_done_or_none() -> None:
    plan = _plan(f"{_HEAD}daft.range(9).repartition(2){_USE}")
    first, second = plan.operators[:2]
    udf = second.calls[0].udf
    possible = (removed(first, udf), smaller(first, udf))
    assert [edit.text for edit in edits_of(possible)] == ["", "3"]
    assert edits_of((*possible, Retuning(udf, batch_size=unknown()))) == ()
    assert (
        edits_of((*possible, Insertion(second, Operator(OperatorKind.SORT, "sort", second.span))))
        == ()
    )


def test_an_edit_that_two_changes_share_is_made_once() -> None:
    plan = _plan(f"{_HEAD}daft.range(9){_USE}")
    udf = plan.operators[0].calls[0].udf
    assert len(edits_of((Retuning(udf, exactly(3)), Retuning(udf, exactly(3))))) == 1


def test_no_changes_are_no_edits() -> None:
    assert edits_of(()) == ()
