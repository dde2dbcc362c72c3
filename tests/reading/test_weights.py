"""What the body of a UDF does for a row: a few operations, a loop in Python, or unknown."""

from __future__ import annotations

import textwrap

import pytest

from daft_lint.documents.document import Document
from daft_lint.linting import cases_of
from daft_lint.plan.pipeline import Weight
from daft_lint.settings import default_settings

PROGRAM = """\
import hashlib
import html
import json
import os
import re
import urllib.parse
from dataclasses import dataclass
from datetime import datetime
from os.path import splitext
from pathlib import Path

import daft
import numpy as np
import requests
from daft import DataType, Series, col
from openai import OpenAI

NAMES = {{"a": "Anna"}}
CLIENT = OpenAI()
PAT = re.compile("[^a-z]+")
REBOUND = re.compile("a")
REBOUND = CLIENT
STOP = {{"the"}}


@dataclass
class Point:
    x: int
    y: int


def short(text):
    return text.strip()[:80]


def words(text):
    return [word for word in text.split() if word not in STOP]


def got(client, text):
    return client.get(text)


def asked(text):
    return CLIENT.responses.create(input=text).output_text


@daft.cls
class Embed:
    def __init__(self):
        self.model = load_model()

    @daft.method.batch(return_dtype=DataType.python())
    def run(self, texts):
{batch}

    @daft.method(return_dtype=DataType.python())
    def row(self, text):
{row}


def job():
    df = daft.read_parquet("in")
    df.select(Embed().run(col("x")), Embed().row(col("x"))).write_parquet("out")
"""


def weights(row: str = "...", batch: str = "...") -> tuple[Weight, Weight]:
    """The weights of the row-wise and of the batch method with these bodies."""
    program = PROGRAM.format(
        row=textwrap.indent(textwrap.dedent(row).strip(), " " * 8),
        batch=textwrap.indent(textwrap.dedent(batch).strip(), " " * 8),
    )
    (case,) = cases_of(Document("job.py", program), default_settings())
    found = {work.call.udf.name: work.call.udf.weight for work in case.prediction.work}
    return found["Embed.row"], found["Embed.run"]


@pytest.mark.parametrize(
    "body",
    [
        "return text.strip().lower()",
        "return NAMES.get(text, text)",
        "return Point(x=len(text), y=0)",
        "return short(text)",
        "first = text.split()[0]\nreturn first.encode()",
        "return (float(text) - 3.5) / 2",
        "return splitext(os.path.basename(text))[0]",
        "return Path(text).with_suffix('.txt').name",
        "return datetime.strptime(text, '%Y').isoformat()",
        "return got(NAMES, text)",
    ],
)
def test_a_few_operations_are_light(body) -> None:
    assert weights(row=body)[0] is Weight.LIGHT


@pytest.mark.parametrize(
    "body",
    [
        "return PAT.sub('-', text.lower())",
        "found = PAT.search(text)\nreturn found.group(0) if found else None",
        "return re.sub('[^a-z]+', '-', text)",
        "return json.loads(text)['name']",
        "return hashlib.sha256(text.encode()).hexdigest()",
        "return urllib.parse.urlparse(text).netloc",
        "return html.unescape(text)",
    ],
)
def test_the_standard_library_takes_as_long_as_a_text(body) -> None:
    assert weights(row=body)[0] is Weight.LIBRARY


@pytest.mark.parametrize(
    "body",
    [
        "return Series.from_pylist([text.lower() for text in texts.to_pylist()])",
        "array = texts.to_arrow().to_numpy()\nreturn Series.from_numpy((array - 3.5) / 2)",
        "import pyarrow.compute as pc\nreturn pc.divide(texts.to_arrow(), 2)",
    ],
)
def test_a_batch_may_be_looped_over_once(body) -> None:
    assert weights(batch=body)[1] is Weight.LIGHT


@pytest.mark.parametrize(
    "body",
    [
        "return [word.lower() for word in re.split(' ', text)]",
        "out = []\nfor word in text.split():\n    out.append(short(word))\nreturn out",
        "return len(words(text))",
    ],
)
def test_a_loop_over_a_value_is_told_from_others(body) -> None:
    assert weights(row=body)[0] is Weight.LOOP


def test_a_batch_may_be_looped_over_around_it() -> None:
    assert weights(batch="return [words(text) for text in texts.to_pylist()]")[1] is Weight.LOOP


@pytest.mark.parametrize(
    "body",
    [
        "return [text[i : i + 5].lower() for i in range(len(text))]",
        "return [words(line) for line in text.splitlines()]",
        "return [name for name in NAMES if name in text]",
        "while text:\n    text = text[1:]",
        "import difflib\nreturn [difflib.ndiff(word, 'a') for word in text.split()]",
    ],
)
def test_a_loop_within_a_row_is_python(body) -> None:
    assert weights(row=body)[0] is Weight.PYTHON


@pytest.mark.parametrize(
    "body",
    [
        "...",
        '"""Filled in later."""\nraise NotImplementedError',
        "return requests.get(text).text",
        "return asked(text)",
        "return self.model.encode(text)",
        "model = self.model\nreturn model.encode(text)",
        "return CLIENT.get(text)",
        "return got(CLIENT, text)",
        "return REBOUND.search(text)",
        "return json.load(text)",
        "return Path(text).read_text()",
        "return os.path.getsize(text)",
        "return hashlib.scrypt(text)",
        "import gzip\nreturn gzip.decompress(text)",
        "return urllib.request.urlopen(text)",
        "return open(text).read()",
        "return np.load(text)",
        "return [np.linalg.norm(text) for _ in range(9)]",
        "import time\ntime.sleep(1)",
        "return unknown(text)",
    ],
)
def test_what_cannot_be_read_is_unknown(body) -> None:
    assert weights(row=body)[0] in {Weight.UNREAD, Weight.UNKNOWN}


@pytest.mark.parametrize(
    ("function", "weight"),
    [
        ("lambda text: text.strip()[:80]", Weight.LIGHT),
        ("lambda text: [word for word in text.split() if word in NAMES]", Weight.LOOP),
        ("lambda text: CLIENT.get(text)", Weight.UNREAD),
        ("short", Weight.LIGHT),
        ("asked", Weight.UNREAD),
        ("json.load", Weight.UNREAD),
    ],
)
def test_a_function_applied_to_a_column_is_weighed(function, weight) -> None:
    applied = f"""
    text = col("text").apply({function}, return_dtype=DataType.string())
    daft.from_pydict({{"text": ["a"]}}).with_column("out", text).collect()
    """
    head = PROGRAM.format(row="...", batch="...").split("@daft.")[0]
    (case,) = cases_of(Document("job.py", head + textwrap.dedent(applied)), default_settings())
    assert [each.call.udf.weight for each in case.prediction.work] == [weight]
