"""What is left after branches, loops, errors and early ends."""

from __future__ import annotations

from collections.abc import Callable

import pytest

PREPARED = "import daft\ndf = daft.range(9)\n"

FRAMES = {
    "a step in one branch is a maybe": (
        """
        if big:
            df = df.into_partitions(8)
        df.collect()
        """,
        "maybe into_partitions(8)",
    ),
    "steps in all branches are all maybes": (
        """
        if a:
            df = df.into_partitions(8)
        elif b:
            df = df.repartition(3)
        else:
            df = df.limit(2)
        df.collect()
        """,
        "maybe into_partitions(8) > maybe repartition(3) > maybe limit(2)",
    ),
    "what both branches do first is sure": (
        """
        df = df.limit(2)
        if a:
            df = df.into_partitions(8)
        df = df.limit(1)
        df.collect()
        """,
        "limit(2) > maybe into_partitions(8) > limit(1)",
    ),
    "a branch that ends the program leaves nothing": (
        """
        if a:
            df = df.into_partitions(8)
            raise ValueError
        df.collect()
        """,
        "",
    ),
    "a conditional expression": (
        "df = df.into_partitions(8) if big else df\ndf.collect()",
        "maybe into_partitions(8)",
    ),
    "an or": (
        "df = cached or df.limit(2)\ndf = df or df\ndf.collect()",
        None,
    ),
    "a constant decides": (
        """
        DEBUG = False
        if DEBUG:
            df = df.limit(2)
        if not DEBUG:
            df = df.limit(3)
        df.collect()
        """,
        "limit(3)",
    ),
    "None decides": (
        """
        limit = None
        if limit is not None:
            df = df.limit(limit)
        df.collect()
        """,
        "",
    ),
    "a loop over steps": (
        """
        for name in names:
            df = df.where(name)
        df.collect()
        """,
        "maybe loop > maybe where",
    ),
    "a loop that is left early": (
        """
        for name in names:
            if name:
                df = df.limit(2)
                break
        df.collect()
        """,
        "maybe limit(2)",
    ),
    "a loop that only break ends": (
        """
        while True:
            df = df.limit(2)
            if done():
                break
        df.collect()
        """,
        "loop > limit(2)",
    ),
    "a loop with else": (
        """
        for name in names:
            df = df.limit(2)
        else:
            df = df.limit(3)
        df.collect()
        """,
        "maybe loop > maybe limit(2) > limit(3)",
    ),
    "any part of a try": (
        """
        try:
            df = df.into_partitions(8)
            df = df.limit(2)
        except Exception:
            pass
        df.collect()
        """,
        "maybe into_partitions(8) > maybe limit(2)",
    ),
    "else and finally": (
        """
        try:
            load()
        except ValueError:
            df = df.limit(1)
        else:
            df = df.limit(2)
        finally:
            df = df.limit(3)
        df.collect()
        """,
        "maybe limit(1) > maybe limit(2) > limit(3)",
    ),
    "a match": (
        """
        match mode:
            case "small":
                df = df.limit(2)
            case _:
                df = df.limit(3)
        df.collect()
        """,
        "maybe limit(2) > maybe limit(3)",
    ),
    "a with block": (
        """
        with lock:
            df = df.limit(2)
        df.collect()
        """,
        "limit(2)",
    ),
    "the pieces of a loop that adds frames up": (
        """
        out = None
        for path in paths:
            out = df if out is None else out.concat(df)
        out.into_partitions(3).collect()
        """,
        None,
    ),
}


@pytest.mark.parametrize("name", FRAMES)
def test_a_frame_after(name: str, outline: Callable[[str], list[str]]) -> None:
    program, steps = FRAMES[name]
    lines = outline(PREPARED + "\n".join(_dedented(program)))
    if steps is None:
        assert not any("collect" in line for line in lines)
    else:
        between = f" > {steps}" if steps else ""
        run = [line for line in lines if line.endswith("collect")]
        assert run == [f"range 1p 9r{between} > collect"]


NUMBERS = {
    "another value in a branch": ("if a:\n    n = 8", "4..8"),
    "other values in all branches": ("if a:\n    n = 8\nelse:\n    n = 16", "8..16"),
    "something unseen in a branch": ("if a:\n    n = load()", "?"),
    "a value in a branch that returns": ("if a:\n    n = 8\n    raise ValueError", "4"),
    "a loop": ("for x in y:\n    n = n * 2", "?"),
    "a loop that doesn't touch it": ("for x in y:\n    m = 8", "4"),
    "a loop left early": ("for x in y:\n    if x:\n        n = 8\n        break", "4..8"),
    "a loop's else": (
        "for x in y:\n    if x:\n        n = 8\n        break\nelse:\n    n = 2",
        "2..8",
    ),
    "a part of a try": (
        "try:\n    n = 1\n    load()\n    n = 6\nexcept ValueError:\n    pass",
        "1..6",
    ),
    "a try that returns otherwise": (
        "try:\n    n = load()\nexcept ValueError:\n    n = 8",
        "?",
    ),
    "a name deleted in a branch": ("if a:\n    del n", "?"),
}


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_after(name: str, outline: Callable[[str], list[str]]) -> None:
    change, number = NUMBERS[name]
    program = f"{PREPARED}n = 4\n{change}\ndf.into_partitions(n).collect()"
    assert outline(program) == [f"range 1p 9r > into_partitions({number}) > collect"]


def test_attributes_changed_in_a_loop_may_be_changed_by_each_round(
    outline: Callable[[str], list[str]],
) -> None:
    program = """
    import daft
    class Counter:
        n = 1
        def grow(self):
            self.n = self.n * 2
    by_call, by_name = Counter(), Counter()
    for x in y:
        by_call.grow()
        by_name.n = by_name.n * 2
    daft.range(9).into_partitions(by_call.n).collect()
    daft.range(9).into_partitions(by_name.n).collect()
    """
    assert outline(program) == ["range 1p 9r > into_partitions(?) > collect"] * 2


def test_a_udf_with_another_setting_in_a_branch_is_one_of_two(
    outline_after: Callable[[str], list[str]],
) -> None:
    program = """
    actors = 2 if small else 8
    wide = tag.__call__.with_concurrency(actors)
    daft.range(9).with_column("t", wide(col("id"))).collect()
    if small:
        made = tag.__call__.with_concurrency(3)
    else:
        made = tag.__call__.with_concurrency(5)
    daft.range(9).with_column("t", made(col("id"))).collect()
    """
    assert outline_after(program) == [
        "range 1p 9r > with_column[Tag 2..8 actors, batch 64] > collect",
        "range 1p 9r > maybe with_column[Tag 3 actors, batch 64] > "
        "maybe with_column[Tag 5 actors, batch 64] > collect",
    ]


def test_sources_that_differ_by_branch_have_ranges(outline: Callable[[str], list[str]]) -> None:
    program = """
    import daft
    if small:
        df = daft.range(10)
    else:
        df = daft.range(1000, partitions=8)
    df.collect()
    """
    assert outline(program) == ["range 1..8p 10..1000r > collect"]


def test_a_class_that_differs_by_branch_is_either(
    outline: Callable[[str], list[str]],
) -> None:
    program = """
    import daft
    from daft import col
    if small:
        @daft.cls(max_concurrency=2)
        class A:
            def __call__(self, x: str) -> str: return x
    else:
        @daft.cls(max_concurrency=8)
        class A:
            def __call__(self, x: str) -> str: return x
    daft.range(9).with_column("t", A()(col("id"))).collect()
    """
    assert outline(program) == [
        "range 1p 9r > maybe with_column[A 2 actors] > maybe with_column[A 8 actors] > collect"
    ]


def _dedented(program: str) -> list[str]:
    from textwrap import dedent

    return dedent(program).strip().splitlines()
