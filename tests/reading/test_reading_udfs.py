"""Every way to declare, configure and call a UDF, and what is read of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

LEGACY = """
import daft
from daft import col

@daft.udf(return_dtype=daft.DataType.string(), batch_size=32, concurrency=2, num_gpus=1)
class Model:
    def __init__(self, size=3): ...
    def __call__(self, texts): return texts

@daft.udf(return_dtype=daft.DataType.string())
def clean(texts): return texts

df = daft.range(10)
"""

LEGACY_CALLS = {
    'Model(col("id"))': "Model 2 actors, batch 32",
    'Model.with_concurrency(7)(col("id"))': "Model 7 actors, batch 32",
    'Model.with_init_args(size=4)(col("id"))': "Model 2 actors, batch 32",
    'Model.override_options(batch_size=8)(col("id"))': "Model 2 actors, batch 8",
    'Model.override_options(batch_size=None)(col("id"))': "Model 2 actors",
    'Model.override_options(num_gpus=2)(col("id"))': "Model 2 actors, batch 32",
    'Model.override_options(**options)(col("id"))': "Model 2 actors, batch ?",
    'Model.with_init_args(size=4).with_concurrency(7).override_options(batch_size=16)(df["id"])': (
        "Model 7 actors, batch 16"
    ),
    'clean(col("id"))': "clean",
    'clean.with_concurrency(3)(col("id"))': "clean 3 actors",
    'clean.with_concurrency(workers)(col("id"))': "clean ? actors",
}


@pytest.mark.parametrize("call", LEGACY_CALLS)
def test_a_legacy_udf_has_the_options_in_force_at_its_call(
    call: str, outline: Callable[[str], list[str]]
) -> None:
    program = LEGACY + f'df.with_column("x", {call}).collect()'
    assert outline(program) == [f"range 1p 10r > with_column[{LEGACY_CALLS[call]}] > collect"]


def test_an_override_bound_to_a_name_leaves_the_declared_udf_as_it_was(
    outline: Callable[[str], list[str]],
) -> None:
    program = LEGACY + (
        "Wide = Model.with_concurrency(9)\n"
        'df.with_column("x", Wide(col("id"))).collect()\n'
        'df.with_column("x", Model(col("id"))).collect()\n'
    )
    assert outline(program) == [
        "range 1p 10r > with_column[Model 9 actors, batch 32] > collect",
        "range 1p 10r > with_column[Model 2 actors, batch 32] > collect",
    ]


FUNCTIONS = """
import daft as d
from daft import cls, col, func, method, udf

@func
def row(x: int) -> int: return x

@func()
def called(x: int) -> int: return x

@func
async def waits(x: int) -> int: return x

@func(max_concurrency=10)
async def throttled(x: int) -> int: return x

@func.batch(return_dtype=d.DataType.int64(), batch_size=8)
def batch(x): return x

@d.func
def many(x: int):
    yield x

@func(ray_options={"resources": {"a": 1}}, return_dtype=d.DataType.int64())
def placed(x): return x

def bare(x: int) -> int: return x

df = d.range(10)
"""

FUNCTION_CALLS = {
    'row(col("id"))': "row",
    'called(col("id"))': "called",
    'waits(col("id"))': "waits",
    'throttled(col("id"))': "throttled 10 coroutines",
    'batch(col("id"))': "batch, batch 8",
    'batch.with_concurrency(9)(col("id"))': "batch 9 actors, batch 8",
    'many(col("id"))': "many",
    'placed(col("id"))': "placed 1 actors",
    'func(bare)(col("id"))': "bare",
    'func(bare, return_dtype=d.DataType.int64())(col("id"))': "bare",
    'd.func.batch(bare, return_dtype=d.DataType.int64(), batch_size=5)(col("id"))': "bare, batch 5",
}


@pytest.mark.parametrize("call", FUNCTION_CALLS)
def test_a_function_udf_is_read_as_it_is_declared(
    call: str, outline: Callable[[str], list[str]]
) -> None:
    program = FUNCTIONS + f"df.select({call}).collect()"
    assert outline(program) == [f"range 1p 10r > select[{FUNCTION_CALLS[call]}] > collect"]


CLASSES = """
import daft
from daft import col

SIZE: int = 5

class Settings:
    actors = 6

@daft.cls(max_concurrency=3, gpus=1)
class T:
    def __init__(self, model=None): ...
    def __call__(self, x: str) -> str: return x
    @daft.method(return_dtype=daft.DataType.string())
    def one(self, x): return x
    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=SIZE)
    def batch(self, x): return x
    @daft.method
    async def waits(self, x: int) -> int: return x
    def many(self, x: int):
        yield x

@daft.cls
class Unpooled:
    def __call__(self, x: str) -> str: return x

class Bare:
    def __call__(self, x: str) -> str: return x

class Wrapper:
    def __init__(self, **options):
        self.enrich = T(**options)

def make(model=None, actors=None):
    return daft.cls(Bare, max_concurrency=actors)()

t = T("m")
df = daft.range(10)
"""

CLASS_CALLS = {
    't(df["id"])': "T 3 actors",
    'T("m")(df["id"])': "T 3 actors",
    't.one(df["id"])': "T.one 3 actors",
    't.batch(df["id"])': "T.batch 3 actors, batch 5",
    't.waits(df["id"])': "T.waits 3 coroutines",
    't.many(df["id"])': "T.many 3 actors",
    't.batch.with_concurrency(8)(df["id"])': "T.batch 8 actors, batch 5",
    'Wrapper(model=1).enrich(df["id"])': "T 3 actors",
    'Unpooled()(df["id"])': "Unpooled",
    'daft.cls(Bare, max_concurrency=7)()(df["id"])': "Bare 7 actors",
    'daft.cls(Bare, max_concurrency=Settings.actors)()(df["id"])': "Bare 6 actors",
    'daft.cls(max_concurrency=7)(Bare)()(df["id"])': "Bare 7 actors",
    'make()(df["id"])': "Bare",
    'make(actors=2)(df["id"])': "Bare 2 actors",
}


@pytest.mark.parametrize("call", CLASS_CALLS)
def test_a_class_of_udfs_is_read_through_its_instances(
    call: str, outline: Callable[[str], list[str]]
) -> None:
    program = CLASSES + f'df.with_column("x", {call}).collect()'
    assert outline(program) == [f"range 1p 10r > with_column[{CLASS_CALLS[call]}] > collect"]


def test_each_udf_of_a_with_columns_is_reported(outline: Callable[[str], list[str]]) -> None:
    program = CLASSES + (
        'df.with_columns({"a": t(df["id"]), "b": t.batch(Unpooled()(df["id"]))}).collect()'
    )
    assert outline(program) == [
        "range 1p 10r > with_columns[T 3 actors][Unpooled][T.batch 3 actors, batch 5] > collect"
    ]


def test_a_pool_in_a_condition_is_reported(outline_after: Callable[[str], list[str]]) -> None:
    program = 'daft.range(10).where((tag(col("id")) == "a") & (col("id") > 3)).collect()'
    assert outline_after(program) == [
        "range 1p 10r > where[Tag 4 actors, batch 64] > where > collect"
    ]


UNREAD = {
    "a pool that is never used": "",
    "an eager call on a plain value": 'print(tag("plain"))',
    "an expression that is in no plan": 'print(tag(col("id")))',
    "a class in another file": (
        'from models import Model\nprint(daft.cls(Model, max_concurrency=4)()(col("id")))'
    ),
    "a method that no class in sight has": 'print(tag.other(col("id")))',
    "the functions of Daft that call models": (
        'from daft.functions import prompt\nprint(prompt(col("id"), batch_size=3))'
    ),
}


@pytest.mark.parametrize("name", UNREAD)
def test_what_makes_no_plan_makes_no_pipeline(
    name: str, outline_after: Callable[[str], list[str]]
) -> None:
    assert outline_after(UNREAD[name]) == []


@pytest.mark.parametrize(
    ("call", "udf"),
    [
        ('prompt(col("id"), concurrency=4, batch_size=3)', "prompt 4 coroutines"),
        ('embed_text(col("id"), batch_size=32)', "embed_text, batch 32"),
        ('embed_text(col("id"), concurrency=4)', "embed_text 4 actors"),
        ('embed_text(col("id"), provider="transformers", max_concurrency=4)', "embed_text"),
        ('classify_text(col("id"), ["a"], batch_size=8)', "classify_text"),
        ('llm_generate(col("id"))', "llm_generate 1 actors, batch 1024"),
    ],
)
def test_an_ai_function_of_daft_is_a_udf(
    outline_after: Callable[[str], list[str]], call: str, udf: str
) -> None:
    program = f"""
    from daft.functions import classify_text, embed_text, llm_generate, prompt
    df = daft.range(10)
    df.with_column("x", {call}).collect()
    """
    assert outline_after(program) == [f"range 1p 10r > with_column[{udf}] > collect"]


def test_an_ai_function_of_an_unknown_provider_is_nothing_known(
    outline_after: Callable[[str], list[str]],
) -> None:
    program = """
    from daft.functions import embed_text
    df = daft.range(10)
    df.with_column("x", embed_text(col("id"), provider=PROVIDER, concurrency=4)).collect()
    """
    assert outline_after(program) == ["range 1p 10r > with_column > collect"]


def test_a_prompt_of_an_unknown_provider_runs_without_a_pool(
    outline_after: Callable[[str], list[str]],
) -> None:
    program = """
    from daft.functions import prompt
    df = daft.range(10)
    df.with_column("x", prompt(col("id"), provider=session.get_provider("Router"))).collect()
    """
    assert outline_after(program) == ["range 1p 10r > with_column[prompt] > collect"]


def test_lambdas_in_a_class_of_udfs_are_passed_over(
    outline: Callable[[str], list[str]],
) -> None:
    program = """
    import daft
    class Bare:
        f = lambda self, x: x
    made = daft.cls(Bare, max_concurrency=4)()
    daft.range(3).select(made.f(daft.col("id"))).collect()
    """
    assert outline(program) == ["range 1p 3r > select > collect"]


def test_a_method_may_be_asked_for_by_its_name(outline: Callable[[str], list[str]]) -> None:
    program = """
    import daft
    @daft.cls(max_concurrency=4)
    class Tag:
        @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=64)
        def run(self, texts): ...
    tag, name = Tag(), "run"
    daft.range(3).select(getattr(tag, "run")(daft.col("id"))).collect()
    daft.range(3).select(getattr(tag, name)(daft.col("id"))).collect()
    daft.range(3).select(getattr(tag, input())(daft.col("id"))).collect()
    """
    known = "range 1p 3r > select[Tag.run 4 actors, batch 64] > collect"
    assert outline(program) == [known, known, "range 1p 3r > select > collect"]


APPLIED = {
    "clean": "clean",
    "Cleaner().clean": "clean",
    "lambda x: x.strip()": "<lambda>",
    "json.loads": "apply",
    "given": "apply",
}


@pytest.mark.parametrize("function", APPLIED)
def test_a_function_applied_to_a_column_is_a_udf(
    function: str, outline: Callable[[str], list[str]]
) -> None:
    program = f"""
    import json
    import daft
    from daft import DataType, col
    from elsewhere import given
    def clean(text): return text.strip()
    class Cleaner:
        def clean(self, text): return text.strip()
    df = daft.range(3)
    df.with_column("y", col("id").apply({function}, return_dtype=DataType.string())).collect()
    """
    assert outline(program) == [f"range 1p 3r > with_column[{APPLIED[function]}] > collect"]
