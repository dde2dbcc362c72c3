"""Functions that make UDFs, named in `[[tool.daft-lint.udf-wrappers]]`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint.plan.wrapper import UdfWrapper, wrapper_named
from daft_lint.settings import Settings, SettingsError, describe

Load = Callable[[str], Settings]

FILE = """\
[[tool.daft-lint.udf-wrappers]]
name = "las.las_udf"
batch-size = "batch_size"
concurrency = ["concurrency", 2]
gpus = "num_gpus"

[[tool.daft-lint.udf-wrappers]]
name = "pool"
concurrency = 1
"""


def test_an_entry_tells_what_each_option_is_given_by(load: Load) -> None:
    assert load(FILE).udf_wrappers == (
        UdfWrapper("las.las_udf", ("batch_size",), ("concurrency", 2), gpus=("num_gpus",)),
        UdfWrapper("pool", concurrency=(1,)),
    )


def test_what_is_shown_gives_the_same_wrappers_again(load: Load) -> None:
    shown = describe(load(FILE))
    assert shown.endswith(FILE)
    assert load(shown).udf_wrappers == load(FILE).udf_wrappers


@pytest.mark.parametrize(
    ("written", "imported", "fits"),
    [
        ("las.las_udf", "las.las_udf", True),
        ("las.las_udf", "las_udf", False),
        ("las_udf", "las.las_udf", True),
        ("las_udf", "las.other_udf", False),
    ],
)
def test_a_name_without_a_module_fits_any_module(written: str, imported: str, fits: bool) -> None:
    assert (wrapper_named(imported, (UdfWrapper(written),)) is not None) == fits


@pytest.mark.parametrize("order", [1, -1])
def test_a_name_with_its_module_wins(order: int) -> None:
    named = (UdfWrapper("pool"), UdfWrapper("acme.pool"))[::order]
    assert wrapper_named("acme.pool", named) == UdfWrapper("acme.pool")
    assert wrapper_named("other.pool", named) == UdfWrapper("pool")


HERE = "pyproject.toml:2: tool.daft-lint.udf-wrappers"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "udf-wrappers = 4",
            f"{HERE}: expected tables, each headed [[tool.daft-lint.udf-wrappers]], got 4",
        ),
        (
            "udf-wrappers = [{ concurrency = 1 }]",
            f"{HERE}[0]: has no `name`; add the function that makes UDFs, by its import name",
        ),
        (
            "udf-wrappers = [{ name = 'a.b' }]",
            f"{HERE}[0]: says nothing else; add `batch-size`, `concurrency`, `cpus` or `gpus`",
        ),
        (
            "udf-wrappers = [{ name = 'a b', cpus = 1 }]",
            f'{HERE}[0].name: "a b" isn\'t the dotted name of a function, such as `acme.udf`',
        ),
        (
            "udf-wrappers = [{ name = 'a.b', num_cpus = 1 }]",
            f"{HERE}[0].num_cpus: unknown key; did you mean `cpus`?",
        ),
        (
            "udf-wrappers = [{ name = 'a.b', cpus = -1 }]",
            f"{HERE}[0].cpus: expected the name of an argument or its position, counted from 0, "
            "got -1",
        ),
        (
            "udf-wrappers = [{ name = 'a.b', cpus = ['num cpus'] }]",
            f"{HERE}[0].cpus: expected the name of an argument or its position, counted from 0, "
            'got "num cpus"',
        ),
        (
            "udf-wrappers = [{ name = 'a.b', cpus = [] }]",
            f"{HERE}[0].cpus: is empty; name the argument or remove it",
        ),
        (
            "udf-wrappers = [{ name = 'a.b', cpus = 'n', gpus = 'n' }]",
            f"{HERE}[0].gpus: `n` is also in `cpus`; keep one of the two",
        ),
        (
            "udf-wrappers = [{ name = 'a.b', cpus = 1 }, { name = 'a.b', cpus = 1 }]",
            f"{HERE}[1].name: `a.b` has an earlier entry too; keep one of the two",
        ),
    ],
)
def test_what_is_wrong_is_one_line(load: Load, line: str, message: str) -> None:
    with pytest.raises(SettingsError) as error:
        load(f"[tool.daft-lint]\n{line}\n")
    assert str(error.value) == message
