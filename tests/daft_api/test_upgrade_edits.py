"""What DFT310 writes for names of old public programs that once were left, or fixed wrongly."""

from __future__ import annotations

import pytest

from daft_lint import testing
from daft_lint.registry import all_rules

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
            "from daft.unity_catalog import UnityCatalog\n",
            "from daft.catalog.__unity import UnityCatalogClient as UnityCatalog\n",
            id="a module that is gone",
        ),
        pytest.param(
            "from daft.unity_catalog import OAuth2Credentials, UnityCatalog\n",
            """\
from daft.catalog.__unity import UnityCatalogClient as UnityCatalog
from daft.catalog.__unity import OAuth2Credentials
""",
            id="two names of a module that is gone",
        ),
    ],
)
def test_what_is_written_instead(old: str, new: str) -> None:
    assert testing.fixed(old, RULE, unsafe=True) == new
