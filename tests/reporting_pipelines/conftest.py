"""Small programs, and the cases that are read out of them."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.reporting.report import Style
from daft_lint.rule import Case
from daft_lint.settings import default_settings

Reader = Callable[[str], tuple[Case, ...]]

TUNED = """\
import daft
from daft import col

BATCH_SIZE = 25

@daft.cls(max_concurrency=4, gpus=1)
class Embed:
    @daft.method.batch(return_dtype=int, batch_size=BATCH_SIZE)
    def run(self, texts):
        return texts

# daft-lint: workers=2
def embed():
    daft.set_runner_ray()
    df = daft.range(400).into_partitions(4)
    df = df.with_column("embedding", Embed().run(col("id")))
    df.write_parquet("s3://bucket/embeddings")
"""

ONE_SIDED = """\
import daft
from daft import col

@daft.udf(return_dtype=daft.DataType.string(), concurrency=4, batch_size=200)
def featurise(path):
    return path

df = daft.range(1000)  # daft-lint: workers=2
df = df.with_column("features", featurise(col("id")))
df.collect()
"""

EVERYTHING = """\
import daft
from daft import col
from settings import BATCH

@daft.cls(max_concurrency=3, cpus=2)
class Tag:
    def __call__(self, text: str) -> str:
        return text

@daft.func(max_concurrency=2)
async def fetch(url: str) -> str:
    return url

@daft.func
def clean(text: str) -> str:
    return text

def job(flag, parts=12):
    if flag:
        daft.set_runner_ray()
    more = daft.read_parquet("s3://bucket/more/*.parquet").repartition(4).into_partitions(6)
    df = daft.range(100, partitions=2).concat(more)
    df = df.with_column("text", clean(col("id"))).collect()
    if flag:
        df = df.repartition(parts, "text")
    df = df.with_column("page", fetch(col("text").download()))
    df = df.with_column("dead", Tag()(col("text")))
    df = df.with_columns({"tag": Tag()(col("page")), "half dead": Tag()(col("text"))})
    df = df.into_batches(BATCH).select("tag")
    df.show()

def library(df: daft.DataFrame):
    return df.mystery().where(col("a") > 1)
"""

HOSTILE = """\
import daft
from daft import col

@daft.func
def naïve(x: str) -> str:
    return x

df = daft.read_csv('s3://b/\\x1b[31m<i>"`*_*`#1;|]\\u202e*.csv')
df = df.with_column('1. "<b>`__x__`#quot;](\\x1b[0m結果', naïve.with_concurrency(2)(col("a")))
df.write_csv("out")
"""

SHARED = """\
import daft
from daft import col

@daft.func
def clean(text: str) -> str:
    return text

names = daft.read_csv("s3://bucket/names.csv")
base = daft.read_parquet("s3://bucket/base/*.parquet").with_column("text", clean(col("text")))
df = daft.read_parquet("s3://bucket/more/*.parquet").join(base, on="id").join(names, on="name")
df = df.groupby("id", "text").agg(col("n").sum())
df = df.join(base, on="id").join(names, on="id").concat(base)
df.write_parquet("s3://bucket/out")
"""

IN_TASKS = """\
import daft
from daft import DataType, col
from daft.functions import decode_image, download

daft.set_runner_ray()

@daft.cls(gpus=1)
class Clip:
    @daft.method.batch(return_dtype=DataType.list(DataType.float32()), batch_size=64)
    def __call__(self, images):
        return images

@daft.func.batch(return_dtype=DataType.int64())
def size(images):
    return images

df = daft.from_glob_path("s3://bucket/images/**/*.jpg")
df = df.with_column("image", decode_image(download(col("path"))))
df = df.with_column("size", size(col("image")))
# daft-lint: workers=8, cpus-per-worker=16, gpus-per-worker=1
df = df.with_column("score", Clip()(col("image")))
df.write_parquet("s3://bucket/scores")
"""

NATIVE = """\
import daft
from daft import DataType, col
from daft.functions import download

daft.set_runner_native()

@daft.func
def clean(text: str) -> str:
    return text.strip()

@daft.cls(max_concurrency=4)
class Embed:
    @daft.method.batch(return_dtype=DataType.int64(), batch_size=800)
    def __call__(self, pages):
        return pages

df = daft.from_pydict({"url": ["https://example.com"] * 1_600})  # daft-lint: rows=1600
df = df.with_column("page", clean(download(col("url"))))
df = df.repartition(8)
df = df.with_column("embedding", Embed()(col("page")))
df.write_parquet("out")
"""

PROGRAMS = {
    "tuned": TUNED,
    "one-sided": ONE_SIDED,
    "everything": EVERYTHING,
    "hostile": HOSTILE,
    "shared": SHARED,
    "in tasks": IN_TASKS,
    "native": NATIVE,
}


@pytest.fixture(scope="session")
def read() -> Reader:
    """Reads the cases of a program, without settings."""

    def cases(text: str) -> tuple[Case, ...]:
        return cases_of(Document("job.py", text), default_settings())

    return cases


@pytest.fixture(params=PROGRAMS)
def program(request: pytest.FixtureRequest, read: Reader) -> tuple[Case, ...]:
    """The cases of one program after the other."""
    return read(PROGRAMS[request.param])


@pytest.fixture(scope="session")
def programs() -> dict[str, str]:
    return PROGRAMS


@pytest.fixture
def plain() -> Style:
    return Style(color=False, width=80)
