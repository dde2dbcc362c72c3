"""Where the options of a UDF come from, and where nothing is known of them."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from daft_lint.documents.project import ProjectFolder
from daft_lint.pipelines.reading import read_around
from daft_lint.plan.pipeline import Udf
from daft_lint.plan.quantity import Quantity

PIPELINE = """\
df = daft.range(1000)
df.with_column("y", {call}(df["id"])).write_parquet("out/")
"""
BATCH = "@daft.func.batch(return_dtype=daft.DataType.int64(), batch_size={})\ndef embed(x): ..."


def udfs(folder: Path, job: str, **others: str) -> list[Udf]:
    """The UDFs that the pipelines of `job.py` use, beside other modules."""
    for name, text in {"job": job, **others}.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    project = ProjectFolder(folder)
    document = project.document(str(folder / "job.py"))
    assert document is not None
    return [
        call.udf
        for program in read_around(document, project).programs
        for pipeline in program.pipelines
        for step in pipeline.plan.operators
        for call in step.calls
    ]


def job(code: str, call: str = "embed") -> str:
    return f"import daft\n{textwrap.dedent(code)}\n{PIPELINE.format(call=call)}"


def origins(quantity: Quantity | None) -> list[str]:
    assert quantity is not None
    return [f"{origin.kind.value}: {origin.text}" for origin in quantity.origins]


def test_a_literal(tmp_path: Path) -> None:
    (udf,) = udfs(tmp_path, job(BATCH.format(64)))
    assert str(udf.batch_size) == "64"
    assert origins(udf.batch_size) == ["literal: 64"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("SIZE = 64\n" + BATCH.format("SIZE"), "constant: SIZE = 64"),
        ("SIZE: int = 64\n" + BATCH.format("SIZE"), "constant: SIZE = 64"),
        ("SIZES = {'a': 64}\n" + BATCH.format("SIZES['a']"), "literal: 64"),
        ("class C:\n    SIZE = 64\n" + BATCH.format("C.SIZE"), "constant: SIZE = 64"),
        ("SIZE = 128 // 2\n" + BATCH.format("SIZE"), "literal: 128"),
    ],
)
def test_a_constant(tmp_path: Path, code: str, expected: str) -> None:
    (udf,) = udfs(tmp_path, job(code))
    assert str(udf.batch_size) == "64"
    assert origins(udf.batch_size)[0] == expected


def test_a_constant_of_another_module(tmp_path: Path) -> None:
    code = "from settings import SIZE\n" + BATCH.format("SIZE")
    (udf,) = udfs(tmp_path, job(code), settings="SIZE = 64\n")
    assert origins(udf.batch_size) == ["constant: SIZE = 64"]


_CLASS = """
@daft.cls(max_concurrency={})
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=8)
    def __call__(self, x): ...
"""
_LEGACY = """
@daft.udf(return_dtype=daft.DataType.int64(), concurrency=2)
class Embed:
    def __call__(self, x): ...
"""


@pytest.mark.parametrize(
    ("code", "call"),
    [
        (_CLASS.format(4), "Embed()"),
        (_LEGACY, "Embed.with_concurrency(4)"),
        (_LEGACY, "Embed.override_options(num_gpus=1).with_concurrency(4)"),
        ("class E:\n    def __call__(self, x): ...\nW = daft.cls(E, max_concurrency=4)", "W()"),
        ("def make(n=4):\n    @daft.cls(max_concurrency=n)\n    class E:\n"
         "        def __call__(self, x): ...\n    return E()", "make()"),
        ("from dataclasses import dataclass\n@dataclass\nclass S:\n    actors: int = 4\ns = S()"
         + _CLASS.format("s.actors"), "Embed()"),
        ("from dataclasses import dataclass\n@dataclass\nclass S:\n    actors: int = 2\n"
         "s = S(actors=4)" + _CLASS.format("s.actors"), "Embed()"),
        ("OPTIONS = {'max_concurrency': 4}\n@daft.cls(**OPTIONS)\nclass Embed:\n"
         "    def __call__(self, x): ...", "Embed()"),
    ],
)  # fmt: skip
def test_the_actors_of_a_pool(tmp_path: Path, code: str, call: str) -> None:
    (udf,) = udfs(tmp_path, job(code, call))
    assert str(udf.concurrency) == "4"


def test_a_parameter_is_what_the_caller_gives(tmp_path: Path) -> None:
    code = f"""
    import daft
    {textwrap.indent(_LEGACY, "    ").strip()}

    def run(actors):
        df = daft.range(1000)
        df.with_column("y", Embed.with_concurrency(actors)(df["id"])).write_parquet("out/")

    run(4)
    """
    (udf,) = udfs(tmp_path, code)
    assert origins(udf.concurrency) == ["literal: 4"]


@pytest.mark.parametrize(
    "option",
    [
        "import argparse\nparser = argparse.ArgumentParser()\n"
        "parser.add_argument('--actors', type=int, default=4)\nargs = parser.parse_args()\n"
        "N = args.actors",
    ],
)
def test_a_default_of_the_command_line_may_be_replaced(tmp_path: Path, option: str) -> None:
    (udf,) = udfs(tmp_path, job(option + _CLASS.format("N"), "Embed()"))
    assert origins(udf.concurrency) == ["default: default of `--actors`"]


@pytest.mark.parametrize(
    "option",
    [
        'N = int(os.environ.get("ACTORS", "4"))',
        'N = int(os.getenv("ACTORS", default="4"))',
        'N = int(os.getenv("ACTORS", 4))',
        'actors = os.environ.get("ACTORS", "4")\nN = int(actors)',
    ],
)
def test_a_default_of_the_environment_may_be_replaced(tmp_path: Path, option: str) -> None:
    (udf,) = udfs(tmp_path, job(f"import os\n{option}" + _CLASS.format("N"), "Embed()"))
    assert origins(udf.concurrency) == ["assumption: the environment doesn't set `ACTORS`"]
    assert str(udf.concurrency) == "4"


@pytest.mark.parametrize(
    "option",
    [
        'N = int(os.environ["ACTORS"])',
        'os.environ["ACTORS"] = "8"\nN = int(os.environ.get("ACTORS", "4"))',
        'N = int(os.environ.get("ACTORS"))',
        'N = int(os.environ.get("ACTORS", "many"))',
        'N = 4 if os.environ.get("FEW", "1") == "1" else 8',
    ],
)
def test_what_only_the_environment_says_is_unknown(tmp_path: Path, option: str) -> None:
    (udf,) = udfs(tmp_path, job(f"import os\n{option}" + _CLASS.format("N"), "Embed()"))
    assert udf.concurrency is None or not udf.concurrency.known


@pytest.mark.parametrize(
    ("settings", "writer"),
    [
        ("SIZE = 64\ndef f():\n    global SIZE\n    SIZE = 8\n", ""),
        ("SIZE = 64\n", "import settings\nsettings.SIZE = 8\n"),
        ("SIZE = 64\n", "import settings\nsetattr(settings, 'SIZE', 8)\n"),
        ("SIZE = 64\n", "import settings\nsetattr(settings, name, 8)\n"),
        ("SIZE = 64\nexec(code)\n", ""),
        ("SIZE = 64\nglobals().update(values)\n", ""),
        ("from elsewhere import *\n", ""),
        ("def f(n): ...\nSIZE = f(64)\n", ""),
    ],
)
def test_what_other_code_may_set_is_unknown(tmp_path: Path, settings: str, writer: str) -> None:
    code = "from settings import SIZE\n" + BATCH.format("SIZE")
    (udf,) = udfs(tmp_path, job(code), settings=settings, writer=writer)
    assert str(udf.batch_size) != "64"


def test_an_attribute_that_other_code_sets_is_unknown(tmp_path: Path) -> None:
    settings = "class Settings:\n    size = 64\nsettings = Settings()\n"
    code = "from settings import settings\n" + BATCH.format("settings.size")
    writer = "from settings import settings\nsettings.size = 8\n"
    (udf,) = udfs(tmp_path, job(code), settings=settings)
    assert str(udf.batch_size) == "64"
    (udf,) = udfs(tmp_path, job(code), settings=settings, writer=writer)
    assert str(udf.batch_size) == "unknown"


def test_a_validator_of_pydantic_may_give_another_number(tmp_path: Path) -> None:
    model = """
    from pydantic import BaseModel, field_validator
    class Settings(BaseModel):
        size: int = 64
        {}
    settings = Settings()
    """
    code = "from settings import settings\n" + BATCH.format("settings.size")
    (udf,) = udfs(tmp_path, job(code), settings=model.format("pass"))
    assert str(udf.batch_size) == "64"
    check = "@field_validator('size')\n        def check(cls, size): return 8"
    (udf,) = udfs(tmp_path, job(code), settings=model.format(check))
    assert str(udf.batch_size) == "unknown"


def test_a_test_is_no_caller(tmp_path: Path) -> None:
    code = f"""
    import daft
    {textwrap.indent(_LEGACY, "    ").strip()}

    def run(actors=2):
        df = daft.range(1000)
        df.with_column("y", Embed.with_concurrency(actors)(df["id"])).write_parquet("out/")
    """
    (udf,) = udfs(tmp_path, code, test_job="from job import run\nrun(16)\n")
    assert origins(udf.concurrency) == ["default: default of `actors` in `run`"]


def test_an_answer_that_depends_on_itself_is_unknown(tmp_path: Path) -> None:
    one = "from other import B\nA = max(B, 2)\n"
    other = "from one import A\nB = max(A, 4)\n"
    code = "from {} import {}\n" + BATCH.format("{}")
    for first, name in (("one", "A"), ("other", "B")):
        text = job(code.format(first, name, name))
        (udf,) = udfs(tmp_path, text, one=one, other=other)
        assert str(udf.batch_size) == "unknown"
