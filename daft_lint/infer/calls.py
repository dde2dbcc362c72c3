"""The result of a call: methods by their object, functions by what they return."""

from __future__ import annotations

from typing import TYPE_CHECKING

from daft_lint.index.code import GETTERS
from daft_lint.infer import arguments, daft, frames, library, wrappers
from daft_lint.infer.context import Context, Given, Site, context_of
from daft_lint.infer.decorators import is_command
from daft_lint.infer.truth import is_reached
from daft_lint.records import replace
from daft_lint.values import columns, unrolling
from daft_lint.values.alternatives import MOST_ALTERNATIVES, each_way, either
from daft_lint.values.assumptions import with_assumptions
from daft_lint.values.values import (
    UNKNOWN,
    Arguments,
    Class,
    DecoratorValue,
    ExpressionValue,
    FrameValue,
    Function,
    GroupedValue,
    Imported,
    Instance,
    Items,
    Mapping,
    Nothing,
    Number,
    PartialValue,
    Reached,
    Text,
    UdfClassValue,
    UdfInstanceValue,
    UdfValue,
    Unknown,
    Value,
    WrapperValue,
    as_quantity,
    key_of,
)

if TYPE_CHECKING:
    from daft_lint.infer.inference import Infer

# How deep calls are followed, and how deep into code that can't make frames.
_DEEPEST = 8
_DEEPEST_BESIDE_DAFT = 1
# How many calls are followed from one file: functions that call others twice double them.
_MOST_FOLLOWED = 20_000
# What makes an array of so many items, given one number.
_ARRAYS = frozenset({"numpy.random.rand", "numpy.random.randn"})
_OF_DAFT = FrameValue | GroupedValue | ExpressionValue | UdfValue | UdfInstanceValue


def call(infer: Infer, site: Site) -> Value:
    """What a call gives."""
    function = site.call.function
    if function[0] == "attribute":
        owner = infer.value(function[1], site.context)
        set_before = function[3] >= 0
        if not set_before:
            return _method(infer, owner, function[2], site)
    called = infer.value(function, site.context)
    if isinstance(called, Unknown) and not called.ways:
        return _of_unknown(infer, called, site)
    return apply(infer, called, arguments.of_call(infer, site), site)


def _method(infer: Infer, owner: Value, name: str, site: Site) -> Value:
    """`owner.name(...)`."""
    several = each_way(owner)
    if len(several) > 1:
        return either([_method(infer, each, name, site) for each in several])
    if isinstance(owner, Unknown):
        return _of_unknown(infer, owner, site) if owner.too_many else _of_array(infer, name, site)
    given = arguments.of_call(infer, site)
    if isinstance(owner, FrameValue):
        if name in {"pipe", "transform"} and given.positional:
            function = arguments.known(infer, given.positional[0])
            rest = replace(given, positional=(owner, *given.positional[1:]))
            return apply(infer, function, rest, site)
        return frames.method(infer, owner, name, arguments.evaluated(infer, given), site)
    if isinstance(owner, GroupedValue):
        return frames.aggregated(infer, owner, name, arguments.evaluated(infer, given), site)
    if isinstance(owner, ExpressionValue):
        if name == "apply":
            return daft.applied(infer, owner, arguments.evaluated(infer, given), site)
        base = site.call.function[1]
        within = base[2] if base[0] == "attribute" else None
        return columns.method(owner, name, arguments.evaluated(infer, given), within)
    if isinstance(owner, UdfValue):
        return daft.of_udf_method(infer, owner, name, arguments.evaluated(infer, given), site)
    if isinstance(owner, Text):
        return UNKNOWN
    if isinstance(owner, Items | Mapping):
        return _of_container(owner, name, arguments.evaluated(infer, given))
    attribute = infer.attribute(owner, name)
    if isinstance(attribute, Unknown) and not attribute.ways:
        return _of_unknown(infer, attribute, site)
    return apply(infer, attribute, given, site)


def _of_unknown(infer: Infer, called: Unknown, site: Site) -> Value:
    """What calling something unknown gives; a frame that goes through too many ways is lost."""
    if called.too_many and _gets_frames(infer, arguments.of_call(infer, site)):
        more_than = f"{MOST_ALTERNATIVES} functions that one call may run"
        infer.stop(site.context.module.path, site.span, more_than)
    return called


def _of_array(infer: Infer, name: str, site: Site) -> Value:
    """The list that `np.random.rand(n).tolist()` gives; arrays themselves aren't followed."""
    made = site.call.function[1]
    if name != "tolist" or made[0] != "call":
        return UNKNOWN
    making = Site(site.context, made[1])
    function = infer.value(making.call.function, site.context)
    given = arguments.evaluated(infer, arguments.of_call(infer, making))
    length = given.get(0)
    is_row = isinstance(function, Imported) and function.name in _ARRAYS and given.complete
    is_row = is_row and len(given.values) == 1
    return Items(as_quantity(length)) if is_row and isinstance(length, Number) else UNKNOWN


def apply(infer: Infer, function: Value, given: Given, site: Site | None) -> Value:
    """What calling a value gives."""
    several = each_way(function)
    if len(several) > 1:
        return either([apply(infer, each, given, site) for each in several])
    if isinstance(function, Unknown):
        return UNKNOWN
    wrapper = wrappers.wrapper_of(infer, function)
    if wrapper is not None:
        return wrappers.of_wrapper(infer, wrapper, function, given, site)
    if isinstance(function, Function):
        return _of_function(infer, function, given, site)
    if isinstance(function, Class):
        return Instance(function, replace(given, site=site))
    if isinstance(function, Reached):
        return function.called
    if isinstance(function, Instance):
        called = infer.attribute(function, "__call__")
        return apply(infer, called, given, site) if isinstance(called, Function) else UNKNOWN
    values = arguments.evaluated(infer, given)
    if isinstance(function, PartialValue):
        together = function.arguments.then(values)
        return apply(infer, function.function, arguments.of(together), site)
    if isinstance(function, Imported):
        name = library.SAME.get(function.name, function.name)
        if name.startswith("daft."):
            made = daft.called(infer, name, values, site)
            return Reached(name).called if made is UNKNOWN else made
        return library.called(infer, function.name, values, site)
    if isinstance(function, DecoratorValue):
        context = None if site is None else site.context
        return daft.decorated(infer, function, values.get(0) or UNKNOWN, context)
    if isinstance(function, WrapperValue):
        return wrappers.of_waiting(infer, function, values, site)
    if isinstance(function, UdfClassValue):
        return daft.of_class(infer, function, values)
    if isinstance(function, UdfInstanceValue):
        return daft.of_instance(infer, function, values, site)
    return daft.of_udf(infer, function, values, site) if isinstance(function, UdfValue) else UNKNOWN


def _of_function(infer: Infer, function: Function, given: Given, site: Site | None) -> Value:
    """What a function of the project gives: any of what it returns."""
    if function.scope.is_generator:
        return UNKNOWN
    context = entered(infer, function, given, site)
    if context is None:
        return UNKNOWN
    value = infer.answer(context.answers, "returned", lambda: returned(infer, context))
    return with_assumptions(value, function.rests_on)


def returned(infer: Infer, context: Context) -> Value:
    """Any of what a function returns that a test around it doesn't rule out; else it raises."""
    found = [(infer.value(each, context), block) for each, block, _ in context.scope.returns]
    if all(value is UNKNOWN for value, _ in found):
        return UNKNOWN
    return either([value for value, block in found if is_reached(infer, block, context)])


def entered(infer: Infer, function: Function, given: Given, site: Site | None) -> Context | None:
    """The context of a call, the same one whenever it is asked; None where it isn't followed."""
    around = context_of(function)
    known = around.entered if site is None else site.context.entered
    key = (
        -1 if site is None else site.number,
        id(function.scope),
        id(around),
        tuple(map(id, function.bound)),
        () if site is not None else tuple(map(id, given.positional)),
    )
    if key not in known:
        if site is not None and _is_too_far(infer, function, around, site, given):
            return None
        bound = None if is_command(infer, function) else arguments.bound(infer, function, given)
        known[key] = Context(around.module, function.scope, around, bound, site)
    return known[key]


def _is_too_far(
    infer: Infer, function: Function, around: Context, site: Site, given: Given
) -> bool:
    """Whether a call isn't followed: recursive, too deep, or into code without frames."""
    if any(_is_again(function, caller) for caller in site.context.callers):
        return True
    path = site.context.entry.path
    is_deep = site.context.depth >= _DEEPEST
    if is_deep or infer.followed[path] >= _MOST_FOLLOWED:
        is_new = around.module.may_make_frames and path not in infer.bounds
        if is_new and _gets_frames(infer, given):
            most = f"{_DEEPEST} calls in one another" if is_deep else f"{_MOST_FOLLOWED:,} calls"
            infer.stop(path, site.span, most)
        return True
    infer.followed[path] += 1
    if around.module.may_make_frames:
        return False
    beside = [each for each in site.context.callers if not each.module.may_make_frames]
    return len(beside) > _DEEPEST_BESIDE_DAFT and not _gets_frames(infer, given)


def _is_again(function: Function, caller: Context) -> bool:
    """Whether a context runs a function already; a method of another object doesn't count."""
    if caller.scope is not function.scope:
        return False
    own = caller.scope.parameters[0].name if function.bound and caller.scope.parameters else ""
    return caller.given is None or not own or caller.given.get(own) is function.bound[0]


def _gets_frames(infer: Infer, given: Given) -> bool:
    """Whether a call passes on something of Daft."""
    found = (arguments.known(infer, each) for each in (*given.positional, *given.keywords.values()))
    return any(isinstance(each, _OF_DAFT) for each in found)


def _of_container(owner: Items | Mapping, name: str, given: Arguments) -> Value:
    """A method of a list or a dict."""
    if isinstance(owner, Mapping) and not given.values and given.complete:
        items = unrolling.of_dict(owner, name)
        if items is not None:
            return items
    key = given.get(0)
    if isinstance(owner, Mapping) and name in GETTERS:
        found = key_of(key) if key is not None and given.complete else None
        default = given.get(1) or (UNKNOWN if name == "pop" else Nothing())
        return UNKNOWN if found is None else owner.get(found, default)
    return owner if name == "copy" else UNKNOWN
