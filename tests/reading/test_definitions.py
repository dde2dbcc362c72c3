"""UDFs as a file defines them, for rules that judge definitions."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest

from daft_lint.pipelines.reading import read
from daft_lint.plan.pipeline import UdfKind
from daft_lint.udf_code.definitions import UdfDefinition, UdfFunction
from daft_lint.values.values import Number, UdfForm


def defined(text: str) -> tuple[UdfDefinition, ...]:
    return read(dedent(text), "udfs.py").definitions


def only(text: str) -> UdfDefinition:
    (definition,) = defined(text)
    return definition


def called_in(function: UdfFunction) -> list[str | None]:
    names = function.names
    return [
        names.qualified(node.func)
        for node in names.walk(*function.node.body)
        if isinstance(node, ast.Call)
    ]


def free_in(function: UdfFunction) -> set[str]:
    return {name.id for name in function.names.free(function.node)}


@pytest.mark.parametrize(
    ("decorator", "form", "kind"),
    [
        ("@daft.udf(return_dtype=str)", UdfForm.LEGACY, UdfKind.BATCH),
        ("@daft.func", UdfForm.FUNC, UdfKind.ROW),
        ("@daft.func(return_dtype=str)", UdfForm.FUNC, UdfKind.ROW),
        ("@daft.func.batch(return_dtype=str)", UdfForm.FUNC_BATCH, UdfKind.BATCH),
    ],
)
def test_a_function_has_the_form_of_its_decorator(
    decorator: str, form: UdfForm, kind: UdfKind
) -> None:
    definition = only(f"import daft\n{decorator}\ndef embed(text):\n    return text\n")
    assert (definition.name, definition.form, definition.functional) == ("embed", form, False)
    assert (definition.whole.start, definition.whole.end) == ((2, 1), (4, 16))
    (function,) = definition.functions
    assert (function.name, function.kind, function.parameters) == ("embed", kind, ("text",))


def test_what_daft_calls_of_a_class_is_distinguished_from_the_rest() -> None:
    definition = only(
        """
        import daft

        @daft.cls(gpus=1)
        class Embed:
            def __init__(self, model): ...

            @daft.method.batch(return_dtype=str, batch_size=8)
            def __call__(self, texts, *, prefix): ...

            async def one(self, text): ...

            def _load(self): ...

            @staticmethod
            def clean(text): ...
        """
    )
    batch, function = definition.functions
    assert (batch.name, batch.form, batch.parameters) == (
        "__call__",
        UdfForm.METHOD_BATCH,
        ("texts", "prefix"),
    )
    assert [option.name for option in batch.options] == ["return_dtype", "batch_size"]
    assert (function.name, function.form, function.is_async) == ("one", UdfForm.CLS, True)
    assert [other.name for other in definition.others] == ["__init__", "_load", "clean"]
    assert definition.others[2].parameters == ("text",)


def test_a_legacy_class_is_called_by_its_call() -> None:
    definition = only(
        """
        from daft import udf

        @udf(return_dtype=str, concurrency=4)
        class Embed:
            def __call__(self, texts): ...
            def encode(self, texts): ...
        """
    )
    assert [function.name for function in definition.functions] == ["__call__"]
    assert [function.name for function in definition.others] == ["encode"]


def test_an_option_tells_its_value_and_its_place() -> None:
    definition = only("import daft\nN = 4\n@daft.cls(max_concurrency=2 * N)\nclass C: ...\n")
    option = definition.option("max_concurrency")
    assert option is not None
    assert isinstance(option.value, Number)
    assert (option.value.quantity.low, option.value.quantity.high) == (8, 8)
    assert (option.span.start, option.span.end) == ((3, 11), (3, 32))
    assert definition.option("gpus") is None


def test_options_that_are_hidden_make_a_definition_incomplete() -> None:
    assert not only("import daft\n@daft.cls(**options)\nclass C: ...\n").complete
    assert only("import daft\n@daft.cls\nclass C: ...\n").complete


@pytest.mark.parametrize(
    "text",
    [
        "import daft\nclass C: ...\nPool = daft.cls(C, max_concurrency=4)\n",
        "import daft\nclass C: ...\nPool = daft.cls(max_concurrency=4)(C)\n",
    ],
)
def test_a_call_with_a_class_makes_a_udf_of_it_too(text: str) -> None:
    definition = only(text)
    assert (definition.name, definition.functional) == ("C", True)
    assert [option.name for option in definition.options] == ["max_concurrency"]


def test_a_decorator_with_a_name_is_followed() -> None:
    definition = only("import daft\ngpu = daft.cls(gpus=1)\n@gpu\nclass C: ...\n")
    assert not definition.functional
    assert [option.name for option in definition.options] == ["gpus"]


def test_a_definition_that_is_read_twice_is_one() -> None:
    text = """
        import daft

        def make():
            @daft.func
            def up(text): return text
            return up

        make()
        make()
        """
    assert len(defined(text)) == 1


def test_names_are_followed_to_what_was_imported() -> None:
    definition = only(
        """
        import os.path
        import requests as rq
        import daft
        from transformers import AutoModel
        from .clients import connect

        @daft.func
        def embed(url):
            import json
            from a.b import c as d
            connect(), rq.get(url), json.loads(url), d(), AutoModel.from_pretrained("x")
            return len(os.path.join(url).upper())
        """
    )
    assert called_in(definition.functions[0]) == [
        None,
        "requests.get",
        "json.loads",
        "a.b.c",
        "transformers.AutoModel.from_pretrained",
        "builtins.len",
        None,
        "os.path.join",
    ]


def test_a_name_that_the_function_binds_is_nobody_elses() -> None:
    definition = only(
        """
        import json
        import requests
        import daft

        @daft.func
        def embed(requests, items):
            json = items
            len = [sum for sum in items]
            return requests.get(), json.loads(), len(items), sum(items), max(items)
        """
    )
    made = [None, None, None, "builtins.sum", "builtins.max"]
    assert called_in(definition.functions[0]) == made
    assert free_in(definition.functions[0]) == {"max", "sum"}


def test_free_names_lead_to_what_binds_them() -> None:
    definition = only(
        """
        import daft

        TABLE = load("table")
        twice = 1
        twice = 2

        def make(model):
            weights = read(model)

            @daft.func
            def embed(text, *, scale=1):
                return [TABLE[word] * weights * model * twice for word in text.split()]

            return embed
        """
    )
    function = definition.functions[0]
    names = function.names
    assert free_in(function) == {"TABLE", "weights", "model", "twice"}
    assigned = {name: names.assigned(name) for name in ("TABLE", "weights", "model", "twice")}
    places = {name: names.written(found[0]) for name, found in assigned.items() if found}
    assert {name: place.line for name, place in places.items() if place} == {
        "TABLE": 4,
        "weights": 9,
    }
    homes = {name: names.home(name) for name in ("TABLE", "weights", "len")}
    assert {name: home and home.name for name, home in homes.items()} == {
        "TABLE": "",
        "weights": "make",
        "len": None,
    }


def test_a_file_without_udfs_defines_none() -> None:
    assert defined("import daft\ndef plain(x): ...\ndaft.range(3).show()\n") == ()


def test_udfs_behind_form_feeds_and_lone_backslashes_stand_where_they_do() -> None:
    text = "import daft\n\n{}\n@daft.func\ndef up(text: str) -> str:\n    return text\n"
    # Not by `defined`: `dedent` of Python 3.14 takes the form feed away.
    for before in ("x = 1", "\f", "\\"):
        (definition,) = read(text.format(before), "udfs.py").definitions
        names = definition.functions[0].names
        assert definition.span.line == 5
        assert names.code(definition.node.body[0]) == "return text"


def test_a_metaclass_is_no_decorator() -> None:
    definition = only(
        """
        import daft
        from abc import ABCMeta

        @daft.cls
        class Embed(metaclass=ABCMeta):
            def __call__(self, text: str) -> str:
                return text
        """
    )
    assert definition.names.code(definition.decorator) == "daft.cls"
