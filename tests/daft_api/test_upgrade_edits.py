"""What DFT310 writes for names of old public programs that once were left, or fixed wrongly."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint import testing
from daft_lint.registry import all_rules
from daft_lint.settings import default_settings

RULE = next(rule for rule in all_rules() if rule.code == "DFT310")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param(
            "import daft\n\ndaft.context.set_runner_py(use_thread_pool=False)\n",
            "import daft\n\ndaft.set_runner_native()\n",
            id="a keyword that today's name doesn't take is left out",
        ),
        pytest.param(
            "import daft\n\ndaft.context.set_runner_py(False)\n",
            "import daft\n\ndaft.context.set_runner_py(False)\n",
            id="what is given by position would mean something else",
        ),
        pytest.param(
            """\
from daft import col

x = (
    col("rep")
    .is_null()  # if no (neighbour. was found
    .if_else(col("u"), col("rep"))  # use the node
)
""",
            """\
import daft
from daft import col

x = (
    daft.functions.when(col("rep")
    .is_null(),  # if no (neighbour. was found
    col("u")).otherwise(col("rep"))  # use the node
)
""",
            id="a comment before if_else stays where it is",
        ),
        pytest.param(
            'from daft import col\r\rx = col("u").is_null().if_else(1, col("u"))\r',
            "import daft\rfrom daft import col\r\r"
            'x = daft.functions.when(col("u").is_null(), 1).otherwise(col("u"))\r',
            id="lines that end as on an old Mac",
        ),
        pytest.param(
            """\
from daft import context

multithreaded_io = context.get_context().get_or_create_runner().name != "ray"
""",
            """\
import daft
from daft import context

multithreaded_io = daft.get_or_create_runner().name != "ray"
""",
            id="a method that is a function of a module now (deltacat, iceberg/impl.py)",
        ),
    ],
)
def test_what_is_written_instead(old: str, new: str) -> None:
    assert testing.fixed(old, RULE, unsafe=True) == new


def test_a_call_of_the_program_is_not_left_out_by_a_safe_fix() -> None:
    old = """\
import daft
from daft.context import DaftContext


def context() -> DaftContext:
    print("asked")
    return daft.context.get_context()


print(context().get_or_create_runner().name)
"""
    assert testing.fixed(old, RULE) == old
    assert "print(daft.get_or_create_runner().name)" in testing.fixed(old, RULE, unsafe=True)


def test_a_parameter_gets_the_name_that_the_version_has() -> None:
    old = "import daft\n\ndaft.functions.file(expr=daft.col('a'))\n"
    assert "file(url=" in testing.fixed(old, RULE, unsafe=True)
    settings = replace(default_settings(), daft_version=(0, 6, 10))
    of_then = testing.fixed(old, RULE, unsafe=True, settings=settings)
    assert "file(filepath_or_bytes=" in of_then
