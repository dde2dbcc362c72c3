"""The output formats of `daft-lint check` by name.

A new one is a module with a `render`, and its name among the choices of the setting.
"""

from functools import partial

from daft_lint.reporting import renderer_in
from daft_lint.settings.keys import key_named

FORMATS = key_named("output-format").choices
renderer = partial(renderer_in, "daft_lint.reporting")
