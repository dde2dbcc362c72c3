"""A call is too large by its bytes, where the code tells them and a cluster file the memory."""

from __future__ import annotations

from dataclasses import replace

import pytest

from daft_lint.documents.document import Document
from daft_lint.findings import Confidence, Finding
from daft_lint.linting import lint
from daft_lint.plan.cluster import Cluster
from daft_lint.plan.quantity import exactly
from daft_lint.settings import default_settings

_GB = 10**9
CODE = """\
import sys

import daft
from daft import DataType, col

daft.set_runner_ray()
SIDE = int(sys.argv[1])


@daft.func.batch(return_dtype=DataType.python())
def embed(images):
    return model(images)


df = daft.read_parquet("s3://photos/*.parquet")  # daft-lint: rows=200_000, partitions=8
df = df.with_column("image", {image})
df.with_column("vector", embed(col("image"))).write_parquet("out")
"""


def found(image: str, memory: int | None) -> list[Finding]:
    cluster = Cluster(
        exactly(8), exactly(16), memory_per_worker=None if memory is None else exactly(memory)
    )
    settings = replace(default_settings(), cluster=cluster, min_confidence=Confidence.POSSIBLE)
    document = Document("job.py", CODE.format(image=image))
    return [finding for finding in lint(document, settings).findings if finding.code == "DFT112"]


@pytest.mark.parametrize(
    ("image", "size"),
    [
        ('col("bytes").decode_image().resize(224, 224)', "3.76 GB"),
        ('col("bytes").image.decode().image.resize(w=224, h=224).alias("image")', "3.76 GB"),
        ('daft.functions.resize(col("bytes").decode_image(), 512, 512)', "19.7 GB"),
    ],
)
def test_resized_images_count_by_their_bytes(image: str, size: str) -> None:
    (finding,) = found(image, None)
    assert f"at once, {size}: nothing limits its memory" in finding.message


@pytest.mark.parametrize(
    "image", ['col("bytes").decode_image()', 'col("bytes").decode_image().resize(SIDE, SIDE)']
)
def test_of_other_images_nobody_knows_the_bytes(image: str) -> None:
    for memory in (None, 16 * _GB):
        (finding,) = found(image, memory)
        assert finding.message.endswith("rows at once: nothing limits its memory")


def test_a_worker_has_less_memory_than_the_call_gets() -> None:
    (finding,) = found('col("bytes").decode_image().resize(1024, 1024)', 16 * _GB)
    assert finding.message.endswith("gets 25,000 rows at once, 78.6 GB, and a worker has 16 GB")
    assert "they don't fit into a worker's memory" not in finding.assumptions


def test_a_call_that_a_worker_holds_is_fine() -> None:
    assert not found('col("bytes").decode_image().resize(224, 224)', 16 * _GB)
    assert not found('col("bytes").decode_image().resize(32, 32)', None)
