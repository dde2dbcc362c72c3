"""The values that settings hold, checked and made from TOML or the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from keyword import iskeyword
from pathlib import Path
from typing import Any

from daft_lint import __version__
from daft_lint.documents.gitignore import is_pattern
from daft_lint.documents.spelling import nearest
from daft_lint.plan.quantity import Quantity, exactly
from daft_lint.plan.wrapper import Parameter
from daft_lint.settings.keys import Key, ValueKind
from daft_lint.settings.model import RuleModule
from daft_lint.settings.places import Place, normal_path
from daft_lint.settings.selectors import is_known, nearest_selector
from daft_lint.settings.toml_values import LARGEST, shown, toml_string

_VERSION = r"0\.[67](\.(0|[1-9][0-9]{0,3}))?"
_BETWEEN = re.compile(r"[\s,;]+")
_MOST_ARGUMENTS = 255
# They take half a second, on the way in and as one regular expression.
_MOST_PATTERNS = 5_000


def read(
    value: object,
    key: Key,
    place: Place,
    known_rules: Mapping[str, str],
    *,
    lenient: bool = False,
) -> Any:
    """What the value of a key means to settings; `lenient` is as for `selectors`.

    Raises:
        SettingsError: the key can't have it.
    """
    if key.kind is ValueKind.SELECTORS:
        return selectors(value, place, known_rules, lenient=lenient)
    if key.kind is ValueKind.CHOICE:
        return choice(value, key, place)
    if key.kind is ValueKind.COUNT:
        return count(value, key, place)
    return _READERS[key.kind](value, place)


def selectors(
    value: object, place: Place, known_rules: Mapping[str, str], *, lenient: bool = False
) -> tuple[str, ...]:
    """The selectors of a list, each once; one that fits no rule is wrong, or left out leniently."""
    chosen = tuple(dict.fromkeys(_strings(value, place)))
    if lenient:
        return tuple(selector for selector in chosen if is_known(selector, known_rules))
    for selector in chosen:
        if not is_known(selector, known_rules):
            hint = _instead_of(selector, place, known_rules)
            raise place.error(f"there is no rule {shown(selector)}; {hint}")
    return chosen


def _instead_of(selector: str, place: Place, known_rules: Mapping[str, str]) -> str:
    """What to write in the place of a selector that fits no rule."""
    several = _BETWEEN.split(selector.strip())
    if len(several) > 1 and all(is_known(part, known_rules) for part in several):
        if place.file is None:
            return f"separate them with commas: {','.join(several)}"
        return f"write each as its own string: {', '.join(map(toml_string, several))}"
    close = nearest_selector(selector, known_rules)
    return f"did you mean {toml_string(close)}?" if close else "`daft-lint rule --all` lists them"


def modules(value: object, place: Place) -> tuple[RuleModule, ...]:
    """The modules of a list, looked for from the folder of the file that names them."""
    folder = normal_path(Path() if place.file is None else place.file.parent)
    return tuple(RuleModule(_module(name, place), folder, place) for name in _strings(value, place))


def _module(name: str, place: Place) -> str:
    """The name of a module, which must be a dotted one."""
    if all(part.isidentifier() for part in name.split(".")):
        return name
    dotted = ".".join(re.findall(r"\w+", name.removesuffix(".py")))
    hint = f"; did you mean {toml_string(dotted)}?" if dotted.isascii() and dotted else ""
    raise place.error(f"{shown(name)} isn't the dotted name of a module{hint}")


def patterns(value: object, place: Place) -> tuple[str, ...]:
    """The path patterns of a list; each can be compiled."""
    chosen = _strings(value, place)
    if len(chosen) > _MOST_PATTERNS:
        raise place.error(f"has more than {_MOST_PATTERNS:,} patterns; name folders instead")
    for pattern in chosen:
        if not is_pattern(pattern):
            raise place.error(f"{shown(pattern)} isn't a valid .gitignore pattern")
    return chosen


def lone_pattern(pattern: str, place: Place) -> str:
    """A path pattern that means something on its own, as `!kept.py` does not."""
    (checked,) = patterns([pattern], place)
    if checked.startswith("!"):
        raise place.error("a pattern that begins with `!` matches no file here")
    return checked


def choice(value: object, key: Key, place: Place) -> Any:
    """What one of the words means that the key allows."""
    if isinstance(value, str) and value in key.choices:
        return key.means(value)
    close = nearest(value, key.choices) if isinstance(value, str) else None
    hint = f"; did you mean {toml_string(close)}?" if close else ""
    raise place.error(f"expected {key.type}, got {shown(value)}{hint}")


def version(value: object, place: Place) -> tuple[int, ...]:
    """The parts of a version of Daft."""
    if isinstance(value, str) and re.fullmatch(_VERSION, value):
        return tuple(int(part) for part in value.split("."))
    raise place.error(f'expected a string like "0.6", "0.7" or "0.7.26", got {shown(value)}')


def own_version(value: object, place: Place) -> str:
    """A specifier of versions that daft-lint itself fits; a version alone means that one."""
    from packaging.specifiers import InvalidSpecifier, SpecifierSet

    asked = text(value, place)
    try:
        specifiers = SpecifierSet(f"=={asked}" if asked[:1].isdigit() else asked)
    except InvalidSpecifier:
        problem = f'expected a version specifier such as ">=0.1,<1", got {shown(value)}'
        raise place.error(problem) from None
    if not specifiers.contains(__version__, prereleases=True):
        problem = f"this is daft-lint {__version__}, but the settings require {shown(value)}"
        raise place.error(f"{problem}; install a matching version")
    return asked


def flag(value: object, place: Place) -> bool:
    """True or false."""
    if isinstance(value, bool):
        return value
    raise place.error(f"expected true or false, got {shown(value)}")


def text(value: object, place: Place) -> str:
    """A string that isn't empty."""
    if not isinstance(value, str):
        raise place.error(f"expected a string, got {shown(value)}")
    if not value.strip():
        raise place.error("a string is empty; fill it in or remove it")
    if "\0" in value:
        raise place.error("a string has a NUL character, which no path or name has; remove it")
    return value


def file(value: object, place: Place) -> Path:
    """A file, relative to the folder of the one that names it, or to the current one."""
    named = Path(text(value, place))
    return named if place.file is None else place.file.parent / named


def count(value: object, key: Key, place: Place) -> Quantity:
    """A whole number that is as large as the key needs, with the place as its origin."""
    if not isinstance(value, int) or isinstance(value, bool) or value < key.minimum:
        hint = _as_integer(value, key.minimum)
        raise place.error(f"expected a {key.type}, got {shown(value)}{hint}")
    if value > LARGEST:
        raise place.error(f"expected a number of at most {LARGEST}, got {shown(value)}")
    return exactly(value, place.origin)


def _as_integer(value: object, minimum: int) -> str:
    """How to write a float that is a whole number, as `1e6` is in TOML; empty for all else."""
    if isinstance(value, float) and value.is_integer() and minimum <= value <= LARGEST:
        return f"; write {int(value):_}"
    return ""


def amount(value: object, place: Place) -> Quantity:
    """A number above 0, with the place as its origin."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not value > 0:
        raise place.error(f"expected a number above 0, got {shown(value)}")
    if value > LARGEST:
        raise place.error(f"expected a number of at most {LARGEST}, got {shown(value)}")
    return exactly(value, place.origin)


def dotted_name(value: object, place: Place) -> str:
    """The dotted name of a function."""
    name = text(value, place)
    if all(part.isidentifier() and not iskeyword(part) for part in name.split(".")):
        return name
    raise place.error(f"{shown(name)} isn't the dotted name of a function, such as `acme.udf`")


def argument(value: object, place: Place) -> Parameter:
    """The keywords and the positions that an argument is given by."""
    given = value if isinstance(value, list) else [value]
    if not given:
        raise place.error("is empty; name the argument or remove it")
    return tuple(_keyword_or_position(each_value, place) for each_value in given)


def _keyword_or_position(value: object, place: Place) -> str | int:
    if isinstance(value, str) and value.isidentifier() and not iskeyword(value):
        return value
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= _MOST_ARGUMENTS:
        return value
    problem = (
        f"expected the name of an argument or its position, counted from 0, got {shown(value)}"
    )
    raise place.error(problem)


def _strings(value: object, place: Place) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        hint = f"; write [{shown(value)}]" if isinstance(value, str) else ""
        raise place.error(f"expected a list of strings, got {shown(value)}{hint}")
    return tuple(text(item, place) for item in value)


_READERS = {
    ValueKind.PATTERNS: patterns,
    ValueKind.MODULES: modules,
    ValueKind.VERSION: version,
    ValueKind.SPECIFIER: own_version,
    ValueKind.FLAG: flag,
    ValueKind.AMOUNT: amount,
    ValueKind.FILE: file,
    ValueKind.TEXT: text,
    ValueKind.FUNCTION: dotted_name,
    ValueKind.ARGUMENT: argument,
}
