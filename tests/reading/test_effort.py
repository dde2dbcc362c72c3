"""Programs that would take long are read to their end all the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint.inference import run
from daft_lint.inference.effort import BudgetSpentError, Effort
from daft_lint.pipelines.reading import read

Outline = Callable[[str], list[str]]
# Eight calls each of the one before: 100,000 calls and more.
BUSY = "import daft\ndef f0(): return [1, 2]\n" + "".join(
    f"def f{i + 1}():\n" + f"    f{i}()\n" * 8 for i in range(6)
)


def test_what_comes_behind_calls_of_calls_that_build_nothing_is_read() -> None:
    reading = read(f"{BUSY}f6()\ndaft.range(9).collect()", "a.py")
    assert reading.complete
    assert len(reading.pipelines) == 1


def test_a_function_that_built_nothing_is_followed_again_with_a_frame(outline: Outline) -> None:
    program = (
        f"{BUSY}def finish(df=None):\n    f6()\n    if df is not None:\n        df.collect()\n"
        + "finish()\n" * 9
        + "finish(daft.range(9))"
    )
    assert outline(program) == ["range 1p 9r > collect"]


def test_nothing_is_known_of_what_it_gives_any_more_nor_of_what_it_sets(outline: Outline) -> None:
    program = (
        f"{BUSY}N = 4\ndef number():\n    global N\n    f6()\n    N = 5\n    return 6\n"
        + "number()\n" * 9
        + "daft.range(9).into_partitions(number()).collect()\n"
        + "daft.range(9).into_partitions(N).collect()"
    )
    assert outline(program) == ["range 1p 9r > into_partitions(?) > collect"] * 2


def test_a_small_function_is_followed_wherever_it_is_called(outline: Outline) -> None:
    calls = "daft.range(9).into_partitions(number()).collect()\n" * 300
    program = f"import daft\ndef number(): return 6\n{calls}"
    assert outline(program) == ["range 1p 9r > into_partitions(6) > collect"] * 300


def test_a_function_that_only_shares_a_name_with_what_it_calls_is_followed_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def taken(name: str) -> int:
        efforts: list[Effort] = []

        def made() -> Effort:
            efforts.append(Effort())
            return efforts[-1]

        monkeypatch.setattr(run, "Effort", made)
        method = (
            f"    def {name}(self, one):\n        BOX.append(one)\n        self.shelf.put(one)\n"
        )
        read(f"import daft\nBOX = []\nclass Store:\n{method}Store().{name}(1)", "a.py")
        return efforts[0].taken

    assert taken("put") == taken("keep")


def test_each_file_adds_to_what_may_be_taken_but_there_is_an_end() -> None:
    effort = Effort()
    effort.add_file()
    effort.spend(450_000)
    for _ in range(1000):
        effort.add_file()
    effort.spend(550_000)
    with pytest.raises(BudgetSpentError):
        effort.spend(1)
