"""The formats of `daft-lint verify`. A new one is a module with a `render`, and its name here."""

from functools import partial

from daft_lint.reporting import renderer_in
from daft_lint.reporting.verification.report import VerificationReport

__all__ = ["FORMATS", "VerificationReport", "renderer"]

FORMATS = ("full", "json", "github", "sarif")
renderer = partial(renderer_in, __name__)
