"""DFT309: a keyword that a decorator of Daft doesn't take."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.daft_api.decorator_keywords import (
    OTHER_NAMES,
    complaint,
    is_known,
    lives_of,
    shown,
    taken,
)
from daft_lint.daft_api.table import api
from daft_lint.findings import Confidence, Edit, Fix, Related, Safety, Severity
from daft_lint.plan.quantity import Quantity, unknown
from daft_lint.records import dataclass, replace
from daft_lint.rule import Definition, Problem, definition_rule
from daft_lint.rule_parts.class_form import as_pool
from daft_lint.rule_parts.option_values import FIRST_MEASURED, Refusal, refusal
from daft_lint.rule_parts.refusal_confidence import refusal_confidence

if TYPE_CHECKING:
    from daft_lint.plan.span import Span
    from daft_lint.udf_code.definitions import UdfOption
    from daft_lint.udf_code.names import Names
    from daft_lint.values.values import Value

_LEGACY = "daft.udf"
_FUNCTIONS = ("daft.func", "daft.func.batch")
_METHODS = ("daft.method", "daft.method.batch")
# DFT303 and DFT302 report these, and know more about them.
_REPORTED_ELSEWHERE = frozenset({"batch_size", "max_concurrency"})
# What each takes by position: its name isn't misspelt.
_TARGETS = frozenset({"fn", "class_", "method"})
# How alike names are that stand for the same, as `difflib` counts.
_LIKE = 0.8


@dataclass(frozen=True, slots=True)
class _Decorator:
    """A decorator of Daft's with what is written in it, and the function or class below it."""

    name: str
    node: ast.expr
    options: tuple[UdfOption, ...]
    names: Names
    target: str
    target_span: Span


@dataclass(frozen=True, slots=True)
class _Remedy:
    """What to do about a keyword, and whether a later Daft could take it after all."""

    fix: Fix
    other: tuple[Fix, ...] = ()
    may_come: bool = False


@definition_rule("DFT309", "unexpected-keyword", since="0.1.0")
def unexpected_keyword(definition: Definition) -> Iterator[Problem]:
    """A keyword or a value that a decorator of Daft refuses, such as a name of the legacy API.

    ## What it does

    Fires on keywords of `@daft.func`, `@daft.cls`, `@daft.method`, their `.batch` and `@daft.udf`
    that the Daft of the setting `daft-version` doesn't take there. `batch_size` and
    `max_concurrency` of the new decorators have their own rules, DFT303 and DFT302.

    | where | written | meant |
    | --- | --- | --- |
    | new decorators | `num_cpus`, `num_gpus` | `cpus`, `gpus` |
    | `@daft.cls` | `concurrency` | `max_concurrency` |
    | `@daft.func` | `concurrency` | a class: a function has no pool |
    | `@daft.method` | `gpus`, `use_process` | the same on the `@daft.cls` of the class |
    | `@daft.cls` | `return_dtype` | the same on the `@daft.method` of the method |
    | `@daft.udf` | `cpus`, `gpus`, `max_concurrency` | `num_cpus`, `num_gpus`, `concurrency` |

    It also fires on values that Daft refuses. Each was measured to raise on 0.7.12, 0.7.14 and
    0.7.26 (older versions aren't checked for this):

    | value | raises |
    | --- | --- |
    | `gpus=1.5`, negative `gpus` or `cpus` | when the decorator runs |
    | a `batch_size`, `max_concurrency` or `max_retries` below 0, or not whole | when called |
    | `batch_size=0`, `max_concurrency=0` | when called, or when it runs |
    | `on_error="skip"` | when called |
    | `ray_options` with `memory`, `num_cpus` or `num_gpus` | when called |

    A keyword in `**options` is unknown, and not judged. In a test, and where a `try` or a `with`
    may handle the error, the finding is only `possible`: the error may be intended. That block may
    be around the decorator, or around every call of the function that contains it. In a branch, the
    finding is only possible for a keyword that another version of Daft takes or may take.

    The actors that such a decorator asks for never start. Other rules don't judge their numbers
    until the keyword is fixed.

    ## Why it is bad

    Daft raises `TypeError` as soon as the decorator runs, so the module can't be imported:

    ```text
    TypeError: cls() got an unexpected keyword argument 'num_gpus'
    ```

    Measured on Daft 0.7.26, 0.7.5, 0.6.14 and 0.6.4. When each keyword was added was read from the
    source of all releases: `@daft.func` takes `gpus` since 0.7.6, for example.

    ## Example

    ```python
    @daft.cls(
        concurrency=2,
        num_gpus=1,
    )
    class Embed:
        def __call__(self, text: str) -> str: ...
    ```

    ## Use instead

    ```python
    @daft.cls(
        max_concurrency=2,
        gpus=1,
    )
    class Embed:
        def __call__(self, text: str) -> str: ...
    ```

    ## Fix safety

    A keyword that has another name in the same place is renamed: safe, since the program can't run
    as it is. `num_gpus=None` is removed, because `gpus` takes no None; if the value may be None,
    the fix is unsafe. It is also unsafe to replace a keyword that only resembles a valid one, and
    to remove `concurrency` from a function, or `memory_bytes`, which has no replacement. Keywords
    that belong to another decorator are left to you.

    ## References

    - `daft/udf/__init__.py` and `daft/udf/legacy.py` in Daft 0.6.0 to 0.7.26
    - [Migrating to Daft's new UDF API](https://docs.daft.ai/en/stable/custom-code/migration/)
    """
    for decorator in _decorators(definition):
        names = taken(decorator.name, definition.daft_version)
        refused = [option for option in decorator.options if option.name not in names]
        for option in refused if names else ():
            if decorator.name == _LEGACY or option.name not in _REPORTED_ELSEWHERE:
                is_first = option is refused[0]
                yield _problem(definition, decorator, option, names, is_first=is_first)
        for option in decorator.options if _is_measured(definition.daft_version) else ():
            found = refusal(decorator.name, option.name, option.value)
            if option.name in names and found is not None and _counts(definition, option):
                yield _refused(definition, decorator, option, found)


def _is_measured(version: tuple[int, ...]) -> bool:
    return version >= FIRST_MEASURED[: len(version)]


def _counts(definition: Definition, option: UdfOption) -> bool:
    """Whether no rule of its own reports the option: a synchronous function has no pool."""
    from daft_lint.values.values import UdfForm

    of_function = definition.udf.form is UdfForm.FUNC and option.name == "max_concurrency"
    return not of_function or definition.udf.functions[0].is_async


def _refused(
    definition: Definition, decorator: _Decorator, option: UdfOption, found: Refusal
) -> Problem:
    written = option.span
    return Problem(
        span=written,
        message=f"`@{decorator.name}` refuses this `{option.name}`: it raises {found.error} "
        f"{found.when}",
        remedy=found.remedy,
        rests_on=_assumed(option.value),
        severity=Severity.ERROR,
        at_most=refusal_confidence(definition, option.node),
        related=(Related(decorator.target_span, f"`{decorator.target}` is defined here"),),
    )


def _assumed(value: Value) -> tuple[Quantity, ...]:
    """The number of an option, if it isn't surely that one."""
    from daft_lint.values.numbers import is_uncertain
    from daft_lint.values.values import Number

    if not isinstance(value, Number):
        return ()
    return (value.quantity,) if is_uncertain(value.quantity) else ()


def _decorators(definition: Definition) -> Iterator[_Decorator]:
    udf = definition.udf
    name = udf.form.value
    yield _Decorator(name, udf.decorator, udf.options, udf.names, udf.name, udf.span)
    for function in (*udf.functions, *udf.others):
        if function.decorator is not None:
            name = function.form.value
            yield _Decorator(
                name,
                function.decorator,
                function.options,
                function.names,
                function.name,
                function.span,
            )


def _problem(
    definition: Definition,
    decorator: _Decorator,
    option: UdfOption,
    names: frozenset[str],
    *,
    is_first: bool,
) -> Problem:
    version = definition.daft_version
    life = lives_of(decorator.name).get(option.name)
    since = life.first if life is not None else None
    remedy = _remedy(definition, decorator, option, names)
    doubted = remedy.may_come and not is_known(version)
    # A branch may be there for the versions that take it.
    by_version = doubted or life is not None
    in_branch = Confidence.POSSIBLE if by_version else Confidence.CERTAIN
    sure = refusal_confidence(definition, option.node, in_branch=in_branch)
    before = f" before Daft {shown(since)}" if since is not None else ""
    error = "TypeError"
    if is_first:
        error = f"`TypeError: {complaint(decorator.name, option.name, version)}`"
    fixes = (remedy.fix, *remedy.other)
    if sure is not Confidence.CERTAIN:
        fixes = tuple(_unsafe(fix) for fix in fixes)
    return Problem(
        span=option.span,
        message=f"`@{decorator.name}` takes no `{option.name}`{before}: it raises {error}",
        remedy=fixes[0],
        severity=Severity.ERROR,
        at_most=min(sure, Confidence.LIKELY) if doubted else sure,
        assumptions=(f"it runs with Daft {shown(api().newest)} or older",) if doubted else (),
        related=(Related(decorator.target_span, f"`{decorator.target}` is defined here"),),
        fixes=fixes[1:],
    )


def _remedy(
    definition: Definition, decorator: _Decorator, option: UdfOption, names: frozenset[str]
) -> _Remedy:
    """What a keyword means, by its other name, its place or the version it comes with."""
    keyword, version = option.name, definition.daft_version
    other = OTHER_NAMES.get(keyword, "")
    if decorator.name in _FUNCTIONS and keyword == "concurrency":
        return _of_function(definition, decorator, option, names)
    if other in names:
        return _Remedy(_renamed(decorator, option, other))
    elsewhere = _elsewhere(decorator.name, {keyword, other}, keyword, version)
    if elsewhere:
        return _Remedy(Fix(elsewhere))
    lives = lives_of(decorator.name)
    later = next((word for word in (keyword, other) if word in lives), None)
    if later is not None and (since := lives[later].first) is not None:
        named = "it" if later == keyword else f"it as `{later}`"
        return _Remedy(
            Fix(f"Daft has taken {named} since {shown(since)}: update Daft, or remove it")
        )
    if keyword == "memory_bytes":
        what = "remove it: only `@daft.udf` takes it"
        return _Remedy(_dropped(decorator, option, what), may_come=True)
    return _Remedy(_alike(decorator, option, names), may_come=True)


def _of_function(
    definition: Definition, decorator: _Decorator, option: UdfOption, names: frozenset[str]
) -> _Remedy:
    """What to do about the `concurrency` of a function, which has no pool."""
    from daft_lint.values.values import Number

    if definition.udf.functions[0].is_async and "max_concurrency" in names:
        what = (
            "rename it to `max_concurrency`: for an async function, that is the number of "
            "batches at a time"
        )
        return _Remedy(_given_name(decorator, option, "max_concurrency", what, Safety.UNSAFE))
    what = "remove it: a function runs inside the tasks, one row or batch per CPU at a time"
    actors = option.value.quantity if isinstance(option.value, Number) else unknown()
    return _Remedy(_dropped(decorator, option, what), (Fix(as_pool(definition, actors)),))


def _elsewhere(decorator: str, both: set[str], keyword: str, version: tuple[int, ...]) -> str:
    """Where a keyword belongs under one of its names; nothing where no other decorator fits."""
    of_class = both & taken("daft.cls", version)
    if decorator in _METHODS and of_class:
        renamed = "" if keyword in of_class else f", as `{min(of_class)}`"
        return f"move it to the `@daft.cls` of the class{renamed}"
    if decorator == "daft.cls" and any(both & taken(method, version) for method in _METHODS):
        return "move it to the `@daft.method` or `@daft.method.batch` of its method"
    if decorator == _LEGACY and both & taken("daft.func.batch", version):
        return "only the new API takes it: make it `@daft.func.batch`, or a `@daft.cls`"
    return ""


def _renamed(decorator: _Decorator, option: UdfOption, other: str) -> Fix:
    """The keyword under its other name. The new `gpus` takes no None."""
    from daft_lint.values.values import Nothing, Number

    what = f"rename it to `{other}`"
    if other != "gpus" or isinstance(option.value, Number):
        return _given_name(decorator, option, other, what, Safety.SAFE)
    if isinstance(option.value, Nothing):
        fix = _dropped(decorator, option, "remove it: without it, the UDF asks for no GPU")
        return replace(fix, safety=Safety.SAFE)
    return _given_name(decorator, option, other, f"{what}, which takes no None", Safety.UNSAFE)


def _alike(decorator: _Decorator, option: UdfOption, names: frozenset[str]) -> Fix:
    """The keyword that a misspelt one looks like, or those that there are."""
    from difflib import get_close_matches

    known = {name: name for name in names - _TARGETS}
    if decorator.name not in _FUNCTIONS:
        known |= {
            other: known_keyword
            for known_keyword in known
            if (other := OTHER_NAMES.get(known_keyword)) is not None
        }
    alike = get_close_matches(option.name, sorted(known), n=1, cutoff=_LIKE)
    if not alike:
        every = ", ".join(f"`{name}`" for name in sorted(names - _TARGETS))
        return Fix(f"remove it: `@{decorator.name}` takes {every}")
    meant = known[alike[0]]
    return _given_name(
        decorator, option, meant, f"write `{meant}`, if that is what you mean", Safety.UNSAFE
    )


def _given_name(
    decorator: _Decorator, option: UdfOption, name: str, what: str, safety: Safety
) -> Fix:
    """Another name for a keyword, where that isn't given too."""
    assert isinstance(decorator.node, ast.Call)
    given = [each.arg for each in decorator.node.keywords]
    if name in given:
        return Fix(f"remove it: `{name}` is given as well")
    if None in given:
        return Fix(what)
    line, column = option.span.start
    keyword = option.span.between((line, column), (line, column + len(option.name)))
    return Fix(what, safety, (Edit(keyword, name),))


def _dropped(decorator: _Decorator, option: UdfOption, what: str) -> Fix:
    """The keyword left out; `@daft.func.batch` can't stand without its parentheses."""
    from daft_lint.udf_code.argument_removal import without

    call = decorator.node
    assert isinstance(call, ast.Call)
    if len(call.args) + len(call.keywords) == 1 and decorator.name == "daft.func.batch":
        return Fix(what)
    edit = without(option.node, call, decorator.names)
    return Fix(what, Safety.UNSAFE, (edit,)) if edit is not None else Fix(what)


def _unsafe(fix: Fix) -> Fix:
    return replace(fix, safety=Safety.UNSAFE) if fix.edits else fix
