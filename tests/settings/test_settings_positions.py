from __future__ import annotations

from daft_lint.plan.span import Span
from daft_lint.settings.positions import KeyPath, positions


def lines(document: str) -> dict[KeyPath, int]:
    return {path: span.line for path, span in positions(document, "x.toml").items()}


def test_tables_and_keys_are_found_at_their_lines() -> None:
    document = "a = 1\n[b]\nc = 2\n[ b . \"d.e\" ]\n'f g' = 3\n  h.i = 4\n"
    assert lines(document) == {
        ("a",): 1,
        ("b",): 2,
        ("b", "c"): 3,
        ("b", "d.e"): 4,
        ("b", "d.e", "f g"): 5,
        ("b", "d.e", "h"): 6,
        ("b", "d.e", "h", "i"): 6,
    }


def test_items_of_an_array_of_tables_are_counted() -> None:
    document = "[[a]]\nx = 1\n[[b]]\n[[a]]\nx = 2\n"
    assert lines(document) == {
        ("a",): 1,
        ("a", 0): 1,
        ("a", 0, "x"): 2,
        ("b",): 3,
        ("b", 0): 3,
        ("a", 1): 4,
        ("a", 1, "x"): 5,
    }


def test_a_header_of_its_own_is_the_place_of_a_table() -> None:
    assert lines("[a.b]\nc = 1\n[a]\nd = 2\n")[("a",)] == 3


def test_what_only_looks_like_a_key_is_passed_by() -> None:
    document = (
        'a = """\n[b]\nc = 1 \\"""\n"""""\n'
        "d = '''\n[b]\nc = 1\n'''\n"
        "e = [ # [\n  [1],\n  'f = 1', \"]\",\n]\n"
        "# g = 1\n"
        'h = "# \\" [" # """\n'
        "i = 1\n"
    )
    assert lines(document) == {("a",): 1, ("d",): 5, ("e",): 9, ("h",): 14, ("i",): 15}


def test_a_span_holds_the_line_without_blanks_around() -> None:
    (span,) = positions("\n\t e = 1 # why \r\n", "x.toml").values()
    assert span == Span("x.toml", 2, 3, 2, 14)
