"""What the bodies of UDFs build, wait for, capture and convert again."""

from __future__ import annotations

import ast
from textwrap import dedent, indent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.udf_code.argument_removal import without
from daft_lint.udf_code.blocking_calls import waits_of
from daft_lint.udf_code.captures import Captured, captured_by
from daft_lint.udf_code.definitions import UdfDefinition
from daft_lint.udf_code.known_calls import Built, built_by, is_unpicklable, method_waits, waits
from daft_lint.udf_code.loads_per_call import loads_of
from daft_lint.udf_code.row_loops import Conversion, conversions_in_loops


def only(text: str) -> UdfDefinition:
    (definition,) = read(dedent(text), "udfs.py").definitions
    return definition


def function_of(body: str, *, before: str = "", parameters: str = "text, other") -> UdfDefinition:
    text = f"import daft\n{dedent(before)}\n@daft.func\ndef made({parameters}):\n"
    return only(text + indent(dedent(body), "    "))


def loaded(body: str, before: str = "") -> list[str]:
    imports = "from transformers import pipeline\nimport boto3\n"
    definition = function_of(body, before=imports + dedent(before))
    return [load.name for load in loads_of(definition, definition.functions[0])]


def waited(body: str, before: str = "") -> list[str]:
    imports = "import time, requests, boto3\nfrom openai import OpenAI\n"
    definition = function_of(body, before=imports + dedent(before))
    return [wait.name for wait in waits_of(definition, definition.functions[0])]


def captured(body: str, before: str) -> list[Captured]:
    imports = "import boto3, threading\nimport numpy as np\nfrom transformers import pipeline\n"
    return list(captured_by(function_of(body, before=imports + dedent(before))))


def converted(body: str) -> list[Conversion]:
    definition = function_of(body)
    return list(conversions_in_loops(definition.functions[0]))


@pytest.mark.parametrize(
    ("name", "built"),
    [
        ("transformers.AutoModel.from_pretrained", Built.MODEL),
        ("transformers.models.bert.BertModel.from_pretrained", Built.MODEL),
        ("transformers.AutoConfig.from_pretrained", None),
        ("google.cloud.storage.Client", Built.CLIENT),
        ("google.cloud.pubsub_v1.PublisherClient", Built.CLIENT),
        ("openai.AsyncOpenAI", None),
        ("requests.get", None),
    ],
)
def test_what_is_known_to_be_costly(name: str, built: Built | None) -> None:
    assert built_by(name) is built


def test_what_is_known_to_wait_and_what_not_to_be_pickled() -> None:
    assert waits("requests.get")
    assert not waits("requests.Session")
    assert method_waits("openai.OpenAI", "chat.completions.create")
    assert not method_waits("boto3.client", "generate_presigned_url")
    assert is_unpicklable("boto3.client")
    assert not is_unpicklable("boto3.Session")


@pytest.mark.parametrize(
    "body",
    [
        "model = pipeline('x')\nreturn model(text)",
        "return pipeline('x')(text)",
        "with open('x'):\n    model = pipeline('x')\nreturn model(text)",
        "name = 'a' + 'b'\nmodel = pipeline(name)\nreturn model(text)",
        "try:\n    model = pipeline('x')\nexcept OSError:\n    return None\nreturn model(text)",
        "made = []\nmodel = pipeline('x')\nmade.append(model(text))\nreturn made",
    ],
)
def test_a_load_that_every_call_does_is_found(body: str) -> None:
    assert loaded(body) == ["transformers.pipeline"]


@pytest.mark.parametrize(
    "body",
    [
        "if text:\n    model = pipeline('x')\nreturn text",
        "model = other or pipeline('x')\nreturn model",
        "model = pipeline(text)\nreturn model",
        "name = text.lower()\nmodel = pipeline(name)\nreturn model",
        "for name in text:\n    model = pipeline(name)\nreturn model",
        "global MODEL\nMODEL = pipeline('x')\nreturn MODEL(text)",
        "CACHE['x'] = pipeline('x')\nreturn text",
        "model = pipeline('x')\nCACHE['x'] = model\nreturn model(text)",
        "load = lambda: pipeline('x')\nreturn text",
        "with boto3.client('s3') as client:\n    return client",
        "pipeline = text\nreturn pipeline('x')",
    ],
)
def test_a_load_that_may_be_left_out_or_kept_is_no_load(body: str) -> None:
    assert loaded(body) == []


def test_functions_of_the_file_are_followed_with_what_they_are_given() -> None:
    helper = """
        def load(name, task="x"):
            return pipeline(task, model=name)

        def deeper():
            return load("y")

        def deepest():
            return deeper()
        """
    assert loaded("return load('y')(text)", helper) == ["transformers.pipeline"]
    assert loaded("return deeper()(text)", helper) == ["transformers.pipeline"]
    assert loaded("return deepest()(text)", helper) == []
    assert loaded("return load(text)", helper) == []
    assert loaded("return load('y', task=text)", helper) == []
    assert loaded("return load(*text)", helper) == []


def test_functions_that_call_each_other_end() -> None:
    assert loaded("return ping()", "def ping(): return pong()\ndef pong(): return ping()\n") == []


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return requests.get(text).content", ["requests.get"]),
        ("s = requests.Session()\nreturn s.post(text)", ["requests.Session.post"]),
        ("with requests.Session() as s:\n    return s.get(text)", ["requests.Session.get"]),
        ("return CLIENT.get_object(Key=text)", ["boto3.client.get_object"]),
        ("return CLIENT.generate_presigned_url(text)", []),
        ("return OpenAI().api_key", []),
        ("def run():\n    return requests.get(text)\nreturn run", []),
        ("return map(lambda one: requests.get(one), text)", []),
        ("s = requests.Session()\ns = other\nreturn s.get(text)", []),
        ("return other.get(text)", []),
        ("requests = other\nreturn requests.get(text)", []),
    ],
)
def test_calls_that_surely_wait_are_found(body: str, expected: list[str]) -> None:
    assert waited(body, "CLIENT = boto3.client('s3')\n") == expected


@pytest.mark.parametrize(
    ("before", "elements"),
    [
        ("BIG = list(range(1_000_000))", 1_000_000),
        ("BIG = [0] * 3_000_000", 3_000_000),
        ("BIG = np.zeros((2_000, 1_000))", 2_000_000),
        ("BIG = np.random.rand(1_000, 5_000)", 5_000_000),
        ("BIG = np.ones(4_000_000, dtype='int8')", 4_000_000),
    ],
)
def test_large_objects_of_known_size_are_captured(before: str, elements: int) -> None:
    (capture,) = captured("return BIG[text]", before)
    assert capture.elements is not None
    assert capture.elements.low == elements


@pytest.mark.parametrize(
    "before",
    [
        "BIG = range(10_000_000)",
        "BIG = [0] * 1_000",
        "BIG = np.zeros((2_000, unknown()))",
        "BIG = load()",
        "BIG = list(range(2_000_000))\nBIG = BIG[:10]",
        "from elsewhere import BIG",
    ],
)
def test_what_may_be_small_is_not(before: str) -> None:
    assert captured("return BIG[text]", before) == []


def test_models_and_what_cannot_be_pickled_are_captured() -> None:
    (lock,) = captured("with LOCK:\n    return text", "LOCK = threading.Lock()")
    assert (lock.unpicklable, lock.made_by) == (True, "threading.Lock")
    (model,) = captured("return M(text)", "M = pipeline('x').eval()")
    assert (model.unpicklable, model.made_by) == (False, "transformers.pipeline")


def test_a_function_pickled_by_its_name_captures_nothing() -> None:
    text = "import daft, threading\nL = threading.Lock()\ndef f(x):\n    with L: return x\n"
    assert list(captured_by(only(text + "g = daft.func(f)\n"))) == []
    assert len(list(captured_by(only(text.replace("def f", "@daft.func\ndef f"))))) == 1


@pytest.mark.parametrize(
    ("body", "items_only"),
    [
        ("return [text.to_pylist()[i] for i in range(len(text))]", True),
        ("for i in range(len(other)):\n    print(text.to_pylist()[i])", True),
        ("return [max(text.to_pylist()) for one in text]", False),
        ("return [text.to_pylist()[1:] for one in text]", False),
        ("return [[k for k in text.to_pylist()] for one in other]", False),
    ],
)
def test_a_conversion_for_each_row_is_found(body: str, items_only: bool) -> None:
    (conversion,) = converted(body)
    assert (conversion.parameter, conversion.items_only) == ("text", items_only)


@pytest.mark.parametrize(
    "body",
    [
        "return [one for one in text.to_pylist()]",
        "for one in text.to_pylist():\n    print(one)",
        "for _ in range(3):\n    print(text.to_pylist())",
        "for one in text:\n    text = one\n    print(text.to_pylist())",
        "return [one.to_pylist() for one in text]",
        "return [text.to_pylist for one in text]",
    ],
)
def test_a_conversion_that_is_needed_is_not(body: str) -> None:
    assert converted(body) == []


@pytest.mark.parametrize(
    ("body", "line"),
    [
        ("out = [text.to_pylist()[0] for one in other]", 5),
        ("names = 'a\tb'\nout = [text.to_pylist()[0] for one in other]", 6),
        ("if text: out = [text.to_pylist()[0] for one in other]", None),
        ("out = 1; out = [text.to_pylist()[0] for one in other]", None),
        ("if text: \\\nout = [text.to_pylist()[0] for one in other]", None),
        ("if text: \\\r\nout = [text.to_pylist()[0] for one in other]", None),
        ("if text:\n\tout = [text.to_pylist()[0] for one in other]", None),
        ("if text:\n\f out = [text.to_pylist()[0] for one in other]", None),
    ],
)
def test_a_statement_that_lines_can_be_put_in_front_of(body: str, line: int | None) -> None:
    (conversion,) = converted(body)
    statement = conversion.statement
    assert (None if statement is None else statement.lineno) == line


@pytest.mark.parametrize(
    ("call", "left"),
    [
        ("daft.cls(gpus=1)", "daft.cls"),
        ("daft.cls( gpus = 1, )", "daft.cls"),
        ("daft.cls \\\n (gpus=1)", "daft.cls"),
        ("daft.cls(gpus=1, cpus=2)", "daft.cls(cpus=2)"),
        ("daft.cls(cpus=2, gpus=1)", "daft.cls(cpus=2)"),
        ("daft.cls(cpus=2, gpus=1, max_concurrency=3)", "daft.cls(cpus=2, max_concurrency=3)"),
        ("daft.cls(\n    cpus=2,\n    gpus=1,\n)", "daft.cls(\n    cpus=2,\n)"),
        ("daft.cls(\n    gpus=1,  # all of it\n    cpus=2,\n)", None),
    ],
)
def test_an_argument_is_taken_out_of_a_call(call: str, left: str | None) -> None:
    text = f"import daft\n@{call}\nclass C:\n    def f(self, x): ...\n"
    definition = only(text)
    option = definition.option("gpus")
    assert option is not None
    edit = without(option.node, definition.decorator, definition.names)
    if left is None:
        assert edit is None
        return
    assert edit is not None
    lines = text.splitlines(keepends=True)
    start = sum(map(len, lines[: edit.span.line - 1])) + edit.span.column - 1
    end = sum(map(len, lines[: edit.span.end_line - 1])) + edit.span.end_column - 1
    changed = text[:start] + edit.text + text[end:]
    assert changed == text.replace(call, left)
    ast.parse(changed)


def test_a_keyword_named_like_a_parameter_is_no_use_of_it() -> None:
    assert loaded("return pipeline(text='x')(text)") == ["transformers.pipeline"]
    assert loaded("return pipeline(task=text)(text)") == []
