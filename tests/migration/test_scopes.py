"""What may have bound each name: by Python's rules, and by LibCST's table of the same."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import libcst as cst
import pytest
from libcst import metadata

from daft_lint.documents.document import Document
from daft_lint.migration.source import Source

ROOT = Path(__file__).parents[2]


def bindings(code: str) -> dict[tuple[str, int], set[int]]:
    """The lines that may have bound each name that is read, by the name and its line."""
    source = Source(Document("a.py", dedent(code)))
    found: dict[tuple[str, int], set[int]] = {}
    for name in source.nodes(cst.Name):
        if name in source.read(name.value):
            bound = {source.span(assignment.node).line for assignment in source.assignments(name)}
            found[name.value, source.span(name).line] = bound
    return found


@pytest.mark.parametrize("folder", ["daft_lint/migration", "daft_lint/cli", "tests/cli", "rules"])
def test_it_is_as_libcst_says(folder: str) -> None:
    read = 0
    for file in sorted((ROOT / folder).glob("*.py")):
        source = Source(Document(file.name, file.read_text("utf-8")))
        wrapper = metadata.MetadataWrapper(source.module, unsafe_skip_copy=True)
        scopes = wrapper.resolve(metadata.ScopeProvider)
        for name in source.nodes(cst.Name):
            if name not in source.read(name.value):
                continue
            scope = scopes[name]
            assert scope is not None
            expected = {
                node.node for node in scope[name.value] if isinstance(node, metadata.Assignment)
            }
            assert {assignment.node for assignment in source.assignments(name)} == expected, (
                name.value
            )
            read += 1
    assert read > 500


def test_what_is_imported_has_its_own_name_or_the_one_it_is_given() -> None:
    found = bindings("""\
        import a.b
        import c.d as e
        from f import g, h as i
        a, e, g, i, c, d, f, h
        """)
    assert {name: lines for (name, line), lines in found.items() if line == 4} == {
        "a": {1},
        "e": {2},
        "g": {3},
        "i": {3},
        "c": set(),
        "d": set(),
        "f": set(),
        "h": set(),
    }


def test_a_function_does_not_see_the_names_of_the_class_around_it() -> None:
    found = bindings("""\
        x = 1
        class A:
            x = 2
            y = x
            def f(self, default=x):
                return x
        """)
    assert found["x", 4] == {3}
    assert found["x", 5] == {3}
    assert found["x", 6] == {1}


def test_globals_and_nonlocals_are_bound_where_they_belong() -> None:
    found = bindings("""\
        x = 1
        def f():
            y = 2
            def g():
                def h():
                    global x
                    nonlocal y
                    x = 3
                    y = 4
                return y
            return y
        x
        """)
    assert found["y", 10] == {3, 9}
    assert found["y", 11] == {3, 9}
    assert found["x", 12] == {1, 8}


def test_a_comprehension_keeps_its_targets_but_not_what_it_names_on_the_way() -> None:
    found = bindings("""\
        x = []
        y = [(z := x) for x in x if x]
        z
        """)
    assert found["z", 3] == {2}


def test_the_first_iterable_stands_outside_of_its_comprehension() -> None:
    found = bindings("""\
        x = []
        [
            1
            for x in
            x
            for y in
            x
        ]
        """)
    assert found["x", 5] == {1}
    assert found["x", 7] == {4}


def test_patterns_bind_names() -> None:
    found = bindings("""\
        match [1]:
            case [a, *b]:
                a, b
            case {"k": 1, **c}:
                c
            case int() as d:
                d
        """)
    assert found["a", 3] == {2}
    assert found["b", 3] == {2}
    assert found["c", 5] == {4}
    assert found["d", 7] == {6}


def test_type_parameters_are_seen_by_what_has_them_alone() -> None:
    found = bindings("""\
        T = int
        def f[T](x: T) -> T:
            return T
        class C[T]:
            x: T
            def g(self) -> T: ...
        T
        """)
    assert [found["T", line] for line in (2, 3, 5, 6, 7)] == [{2}, {2}, {4}, {4}, {1}]


def test_a_definition_is_bound_where_it_stands() -> None:
    found = bindings("""\
        def f():
            return f
        f = 1
        class C:
            def m(self): return C
        """)
    assert found["f", 2] == {1, 3}
    assert found["C", 5] == {4}
