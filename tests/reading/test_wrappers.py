"""Functions that make UDFs and that only settings know: what their calls stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from textwrap import dedent

import pytest

from daft_lint.documents.document import Document
from daft_lint.documents.project import Project
from daft_lint.linting import lint
from daft_lint.plan.pipeline import UdfCall
from daft_lint.plan.wrapper import UdfWrapper
from daft_lint.rule import Case, Problem, rule
from daft_lint.settings import default_settings

LAS = UdfWrapper(
    "las.las_udf",
    batch_size=("batch_size",),
    concurrency=("concurrency", 2),
    cpus=("num_cpus",),
    gpus=("num_gpus",),
)
HEAD = """\
import daft
from daft import col
from las import las_udf
from las.operators import Clip

class Embed:
    def __init__(self, model="m"): ...
    def __call__(self, x): return x

df = daft.read_parquet("s3://bucket/*.parquet")
"""
Outline = Callable[..., list[str]]


class Named(Project):
    """A project that knows the names of its modules, and nothing else."""

    def module_of(self, path: str) -> str | None:
        return "acme.udfs"


@pytest.fixture
def outline() -> Outline:
    """The UDFs that a program calls on columns, one line each."""

    def outlined(program: str, *wrappers: UdfWrapper, project: Project | None = None) -> list[str]:
        met: list[UdfCall] = []

        @rule("XYZ1", "call-collector")
        def collect(case: Case) -> list[Problem]:
            """Collect the calls.

            ## What it does
            """
            met.extend(call for step in case.written_steps for call in step.calls)
            return []

        settings = replace(default_settings(), udf_wrappers=wrappers or (LAS,), select=("XYZ1",))
        linted = lint(
            Document("acme/udfs.py", HEAD + dedent(program)),
            settings,
            *([project] if project is not None else []),
            rules=(collect,),
        )
        assert not linted.failures
        return [_line(call) for call in dict.fromkeys(met)]

    return outlined


def _line(call: UdfCall) -> str:
    udf = call.udf
    reported = {
        "coroutines" if udf.is_async else "actors": udf.concurrency,
        "batch": udf.batch_size,
        "cpus": udf.cpus,
        "gpus": udf.gpus,
    }
    known = [f"{name} {number}" for name, number in reported.items() if number is not None]
    return " ".join([f"{udf.name}@{udf.span.line}", *known])


@pytest.mark.parametrize(
    ("program", "calls"),
    [
        (
            "df = df.with_column('e', las_udf(Embed, construct_args={'model': 'm'}, num_gpus=1,"
            " batch_size=16, concurrency=8)(col('x')))",
            "Embed@6 actors 8 batch 16 gpus 1",
        ),
        (
            "df = df.with_column('e', las_udf(Clip, num_cpus=2, concurrency=4)(col('x')))",
            "Clip@11 actors 4 batch unknown cpus 2",
        ),
        (
            "embed = las_udf(Embed, batch_size=16, concurrency=8)\n"
            "df = df.with_column('e', embed(col('x')))",
            "Embed@6 actors 8 batch 16",
        ),
        (
            "embed = las_udf(Embed, batch_size=16, concurrency=8)(model='b')\n"
            "df = df.with_column('e', embed(col('x')))",
            "Embed@6 actors 8 batch 16",
        ),
        (
            "from functools import partial\nmake = partial(las_udf, batch_size=16, concurrency=8)\n"
            "df = df.with_column('e', make(Embed)(col('x')))",
            "Embed@6 actors 8 batch 16",
        ),
        (
            "import las\nN = 4 * 2\n"
            "df = df.with_column('e', las.las_udf(Embed, batch_size=None, concurrency=N)(df['x']))",
            "Embed@6 actors 8",
        ),
        (
            "from las import las_udf as make\n"
            "df = df.with_column('e', make(operator=Embed, concurrency=8)(df['x']))",
            "Embed@6 actors 8 batch unknown",
        ),
        (
            "df = df.with_column('e', las_udf(operator=Clip, concurrency=8)(df['x']))",
            "las_udf@11 actors 8 batch unknown",
        ),
        (
            "df = df.with_column('e', las_udf(Embed, {}, 8)(df['x']))",
            "Embed@6 actors 8 batch unknown",
        ),
        (
            "df = df.with_column('e', las_udf(Embed, concurrency=unseen())(df['x']))",
            "Embed@6 actors unknown batch unknown",
        ),
        (
            "df = df.with_column('e', las_udf(Embed, **options)(df['x']))",
            "Embed@6 actors unknown batch unknown cpus unknown gpus unknown",
        ),
        (
            "df = df.with_column('e', las_udf(Embed, batch_size=16)(df['x']))",
            "Embed@6 batch 16",
        ),
        (
            "def run(df, actors):\n"
            "    return df.with_column('e', las_udf(Embed, concurrency=actors)(df['x']))\n"
            "df = run(df, 9)",
            "Embed@6 actors 9 batch unknown",
        ),
        (
            "df = df.where(las_udf(Embed, concurrency=8).override_options(batch_size=4)(df['x']))",
            "Embed@6 actors 8 batch 4",
        ),
    ],
)
def test_a_wrapper_makes_a_udf_of_what_it_is_given(
    outline: Outline, program: str, calls: str
) -> None:
    assert outline(f"{program}\ndf.write_parquet('out')") == [calls]


@pytest.mark.parametrize(
    ("head", "use"),
    [
        ("@las_udf(batch_size=16, concurrency=8)\nclass E:\n    def __call__(self, x): ...", "E"),
        ("@las_udf(batch_size=16, concurrency=8)\nclass E:\n    def __call__(self, x): ...", "E()"),
        (
            "@las_udf(batch_size=16, concurrency=8)\nclass E:\n    def __call__(self, x): ...",
            "E('m')",
        ),
        ("@las_udf(batch_size=16, concurrency=8)\ndef E(x): ...", "E"),
        ("pool = las_udf(batch_size=16, concurrency=8)\n@pool\ndef E(x): ...", "E"),
    ],
)
def test_a_wrapper_above_a_definition_makes_a_udf_of_it(
    outline: Outline, head: str, use: str
) -> None:
    (call,) = outline(f"{head}\ndf.with_column('e', {use}(col('x'))).write_parquet('out')")
    name, *rest = call.split(" ")
    assert name.startswith("E@")
    assert rest == ["actors", "8", "batch", "16"]


def test_a_coroutine_is_no_pool(outline: Outline) -> None:
    program = """\
        @las_udf(concurrency=8)
        async def tag(x): ...
        df.with_column("e", tag(col("x"))).write_parquet("out")
        """
    assert outline(program) == ["tag@12 coroutines 8 batch unknown"]


def test_what_settings_do_not_name_stays_unknown(outline: Outline) -> None:
    program = "df.with_column('e', las_udf(Embed, concurrency=8)(col('x'))).write_parquet('out')"
    assert outline(program, UdfWrapper("las.other_udf", concurrency=("concurrency",))) == []


def test_a_wrapper_on_plain_values_makes_no_pipeline(outline: Outline) -> None:
    assert outline("print(las_udf(Embed, concurrency=8)(3))\nlas_udf(concurrency=2)(3)(4)") == []


def test_a_wrapper_made_twice_is_two_udfs(outline: Outline) -> None:
    program = """\
        df.select(
            las_udf(Embed, concurrency=2)(col("x")).alias("a"),
            las_udf(Embed, concurrency=3)(col("x")).alias("b"),
        ).write_parquet("out")
        """
    assert outline(program) == [
        "Embed@6 actors 2 batch unknown",
        "Embed@6 actors 3 batch unknown",
    ]


OWN = """\
def pool(cls, actors=4, *, size=None, gpus=0):
    return unseen(cls, actors, size)

df.with_column("e", pool(Embed{arguments})(col("x"))).write_parquet("out")
"""


@pytest.mark.parametrize("name", ["pool", "acme.udfs.pool"])
@pytest.mark.parametrize(
    ("arguments", "options"),
    [
        ("", "actors 4"),
        (", 6", "actors 6"),
        (", actors=6, size=32", "actors 6 batch 32"),
    ],
)
def test_a_function_of_the_project_has_its_own_defaults(
    outline: Outline, name: str, arguments: str, options: str
) -> None:
    wrapper = UdfWrapper(name, batch_size=("size",), concurrency=("actors",))
    program = OWN.format(arguments=arguments)
    assert outline(program, wrapper, project=Named()) == [f"Embed@6 {options}"]


def test_only_the_qualified_name_means_a_function_of_the_project(outline: Outline) -> None:
    wrapper = UdfWrapper("other.pool", concurrency=("actors",))
    assert outline(OWN.format(arguments=""), wrapper, project=Named()) == []


def test_a_factory_of_decorators_may_take_options_first(outline: Outline) -> None:
    program = """\
        @las_udf(8, 16)
        class Tag:
            def __call__(self, x): ...
        df.with_column("e", Tag(col("x"))).write_parquet("out")
        """
    wrapper = UdfWrapper("las_udf", batch_size=(1,), concurrency=(0,))
    assert outline(program, wrapper) == ["Tag@12 actors 8 batch 16"]


@pytest.mark.parametrize("module", ["daft.las.functions", "daft.las.functions.udf"])
def test_the_wrapper_of_a_vendor_of_daft_is_known_without_settings(module: str) -> None:
    """Its arguments go to `daft.udf` as they are: read in its source."""
    program = f"""\
import daft
from daft import col
from daft.las.functions.audio import Whisper
from {module} import las_udf

df = daft.read_parquet("tos://bucket/*.parquet")
heard = las_udf(Whisper, construct_args={{"rank": 0}}, num_gpus=1, batch_size=2, concurrency=8)
df.with_column("text", heard(col("audio"))).write_parquet("out")
"""
    (judged,) = lint(Document("job.py", program), default_settings()).judgements
    assert judged.work == "Whisper"


def test_a_function_of_that_name_from_elsewhere_is_none() -> None:
    program = """\
import daft
from acme import las_udf

df = daft.read_parquet("in").with_column("x", las_udf(object, concurrency=8)(daft.col("x")))
df.write_parquet("out")
"""
    assert lint(Document("job.py", program), default_settings()).judgements == ()
