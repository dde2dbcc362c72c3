"""What is sought in a file, by its text: programs without any of it aren't read for the rules."""

from __future__ import annotations

import pytest

from daft_lint.documents.document import decode
from daft_lint.documents.project import NO_PROJECT
from daft_lint.modules.prefilter import Sought, judged_in

IMPORTS = "import daft\nfrom job import run\n"
SAID = {
    "a method": "df = daft.read_parquet('in').repartition(8)\n",
    "an import of a function": "from daft.functions import download\n",
    "an import of it by another name": "from daft.functions import (\n    download as fetch,\n)\n",
    "an import of all functions": "from daft.functions import *\n",
    "a function applied": "x = df['x'].apply(f, return_dtype=daft.DataType.int64())\n",
    "a function applied, its type by place": "x = df['x'].apply(f, daft.DataType.int64())\n",
    "a decorator": "@daft.func\ndef f(x: int) -> int: ...\n",
    "a decorator by its own name": "from daft import func\n@func\ndef f(x: int) -> int: ...\n",
}
NOT_SAID = {
    "prose": '"""Where the data is, and what to\ndownload\n"""\n',
    "a function of the file": "def resize(x):\n    return x\n\nresize(1)\n",
    "a function applied by pandas": "x = frame['x'].apply(f)\n",
    "other steps": "df = daft.read_parquet('in').where('x > 1')\n",
}


@pytest.mark.parametrize("name", SAID)
def test_it_is_said(name: str) -> None:
    document = decode((IMPORTS + SAID[name]).encode(), "job.py")
    assert Sought.OURS.is_said_in(document, NO_PROJECT)


@pytest.mark.parametrize("name", NOT_SAID)
def test_it_is_not(name: str) -> None:
    document = decode((IMPORTS + NOT_SAID[name]).encode(), "job.py")
    assert not Sought.OURS.is_said_in(document, NO_PROJECT)


def test_of_what_a_test_imports_only_udfs_are_judged() -> None:
    program = decode(IMPORTS.encode(), "job.py")
    test = decode(IMPORTS.encode(), "tests/test_job.py")
    with_work = decode((IMPORTS + SAID["a method"]).encode(), "tests/test_job.py")
    assert judged_in(program, NO_PROJECT) is Sought.OURS
    assert judged_in(test, NO_PROJECT) is Sought.UDFS
    assert judged_in(with_work, NO_PROJECT) is Sought.OURS
