"""Expressions are read as Daft prints them, whatever columns are called."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from daft_lint.live_plan.expressions import calls_in, columns_in, conjuncts, named, parts, udf_name

ODD = (
    "a",
    "ab",
    "a b",
    "a, b",
    "a) + col(b",
    "col(a)",
    "x as y",
    "f(x)",
    "[0]",
    "it's",
    '"quoted"',
    "名前",
    "naïve",
    "a-b",
    "id-0d4fd894-ba4e-4108-babd-261346ff732d",
    "d.local_sum()",
)
names = st.one_of(st.sampled_from(ODD), st.text(min_size=1, max_size=12))
anything = st.one_of(
    st.text(max_size=60),
    st.lists(
        st.sampled_from(
            ["col(", "a", ")", "(", "[", "]", "{", "}", "'", '"', " & ", ", ", " as ", "py_udf(",
             "m.f-12-3(", "lit(1)", " ", "-", "\n", "名",
             "m.g-12345678-1234-1234-1234-123456789012("]
        ),
        max_size=20,
    ).map("".join),
)  # fmt: skip


@given(st.lists(names, min_size=1, max_size=5, unique=True))
def test_columns_are_distinguished_by_those_that_there_are(known):
    for name in known:
        longer = [
            each_name
            for each_name in known
            if each_name != name and f"{each_name})".startswith(f"{name})")
        ]
        if not longer:
            assert columns_in(f"col({name})", known) == {name}


def test_what_ends_like_a_column_is_none():
    assert columns_in("protocol(col(a))", ("a", "b")) == {"a"}


def test_a_column_that_is_not_there_leaves_all_unknown():
    assert columns_in("col(b) + col(a)", ("a",)) is None
    assert columns_in("col(f(x))", None) is None


@given(names, names)
def test_a_projection_is_an_expression_and_its_column(inner, outer):
    assert named(f"col({inner}) as {outer}", outer) == (f"col({inner})", outer)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("col(a)", "a"),
        ("col(a) + lit(1)", "a"),
        ("py_udf(col(a))", "a"),
        ("cast(col(a) as Int64)", "a"),
        ("col(a) as b", "b"),
        ("agg(sum(col(d))) over window(partition_by=[col(b)]) as r", "r"),
        ("lit(1) + col(a)", None),
        ("get(col(s))", None),
        ("col(a) + col(b)", None),
        ("lit(1)", None),
    ],
)
def test_without_schema_a_column_is_known_only_where_its_name_shows(text, column):
    assert named(text)[1] == column


def test_a_column_that_is_named_like_a_call_is_none():
    """Daft 0.6.14 names the column of a UDF that it runs apart so, and says so as an alias."""
    name = "BatchPythonUDF_m.f-12345678-1234-1234-1234-123456789012(a)"
    assert calls_in(f"col({name}) as {name} as x") == ()


def test_calls_stand_behind_those_in_their_arguments():
    inner, outer = calls_in("m.f-12-1(m.f-12-0(col(a)), col(b)) as x")

    assert (inner.name, inner.key, inner.arguments) == ("m.f", "m.f-12-0", "col(a)")
    assert (outer.key, outer.work) == ("m.f-12-1", "m.f-12(m.f-12-0(col(a)), col(b))")


def test_calls_of_one_function_on_the_same_are_the_same_work():
    first, second = calls_in("m.f-12-0(col(a))") + calls_in("m.f-12-1(col(a))")

    assert first.work == second.work
    assert first.key != second.key


def test_a_legacy_call_has_no_name():
    (call,) = calls_in("py_udf(col(a)) as b")

    assert (call.text, call.name, call.work) == ("py_udf(col(a))", None, None)


def test_a_udf_is_known_by_its_name_alone():
    assert udf_name("m.f-12") == udf_name("m.f-ecdfefba-49e4-47ba-82bc-226ec0dcdc15") == "m.f"
    assert udf_name("m.f") == "m.f"


def test_conditions_that_all_have_to_hold_are_parted():
    text = '[[col(a) > lit(1)] & [col(b) == lit(" & ")]] & [[col(c)] | [col(d)]]'

    assert conjuncts(text) == ("col(a) > lit(1)", 'col(b) == lit(" & ")', "[col(c)] | [col(d)]")


@given(st.lists(st.sampled_from(["col(a)", "f(x, y)", '"a, b"', "[1, 2]", "x"]), min_size=1))
def test_parts_come_back(pieces):
    assert parts(", ".join(pieces), ", ") == tuple(pieces)


@given(anything, st.sampled_from([", ", " & "]))
def test_parts_lose_nothing(text, separator):
    assert separator.join(parts(text, separator)) == text


@given(anything, st.one_of(st.none(), st.lists(names, max_size=3)))
def test_no_text_is_too_odd(text, known):
    columns_in(text, known)
    conjuncts(text)
    named(text)
    for call in calls_in(text):
        assert call.text in text
        columns_in(call.arguments, known)
