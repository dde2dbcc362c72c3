"""The formats of `daft-lint pipelines`. A new one: a module with a `render`, and its name here."""

from functools import partial

from daft_lint.reporting import renderer_in

FORMATS = ("text", "json")
renderer = partial(renderer_in, __name__)
