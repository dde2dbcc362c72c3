"""What pydantic and attrs make of the fields of a class: under which names they are given, and set.

As pydantic 2.13 and attrs 26.1 have it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

import libcst as cst

from daft_lint.reading.fields import EVERY, lines_of, makes_field, option_of, says
from daft_lint.reading.targets import dotted
from daft_lint.reading.values import UNKNOWN, ClassValue, Flag, Nothing, Value, imported_name
from daft_lint.reading.values import Mapping as Entries
from daft_lint.reading.walking import walk_for

Names = tuple[str, ...]
"""Under which names a call gives a field, the first one wins; `EVERY` for one that isn't known."""

_MODELS = frozenset({"pydantic.BaseModel", "pydantic_settings.BaseSettings"})
_BY_NAME = ("populate_by_name", "validate_by_name")
# What pydantic 1 takes for that, and none of the later ones.
_BY_NAME_ONCE = "allow_population_by_field_name"
_ALIASES = ("validation_alias", "alias")
_GENERATORS = "pydantic.alias_generators."
# Names that every version of pydantic writes in camel case alike.
_SIMPLE = re.compile(r"[a-z]+(?:_[a-z]+)*")


def is_model(bases: Iterable[Value]) -> bool:
    """Whether a class with such bases is a model of pydantic."""
    return any(
        base.is_model if isinstance(base, ClassValue) else imported_name(base) in _MODELS
        for base in bases
    )


def as_model(made_of: ClassValue, members: Mapping[str, Value]) -> ClassValue:
    """A class that is a model of pydantic, with such members of its own."""
    config = Config(made_of.node, members, made_of.order)
    # Names with an underscore in front are the object's own.
    fields = tuple(one for one in made_of.fields if not one[0].startswith("_"))
    validates = config.may_be("validate_assignment")
    return replace(
        made_of,
        fields=fields,
        guarded=made_of.guarded | made_of.refined if validates else made_of.guarded,
        taken_as=_taken_by_model(made_of, [name for name, _ in fields], config),
        is_model=True,
    )


class Config:
    """The settings of a model: of its own class first, then of its bases."""

    def __init__(
        self, node: cst.ClassDef, members: Mapping[str, Value], order: Sequence[ClassValue]
    ) -> None:
        self._found: list[Entries] = []
        self.is_known = True
        self._add(node, members)
        for one in order:
            self._add(one.node, {name: one.constants.get(name, UNKNOWN) for name in one.own})

    def get(self, option: str) -> Value:
        """What an option is set to, None where it isn't; unknown where that can't be told."""
        for one in self._found:
            value = one.get(option, Nothing())
            if not isinstance(value, Nothing):
                return value
        return Nothing()

    def may_be(self, option: str) -> bool:
        """Whether an option may be true."""
        value = self.get(option)
        return value not in (Flag(False), Nothing()) or not self.is_known

    def _add(self, node: cst.ClassDef, members: Mapping[str, Value]) -> None:
        told = [(one.keyword.value, one.value) for one in node.keywords if one.keyword is not None]
        self._found.append(Entries.of([(name, _flag(value)) for name, value in told]))
        config, older = members.get("model_config"), members.get("Config")
        if isinstance(older, ClassValue):
            config = Entries.of([*older.constants.items()])
        entries = config.entries if isinstance(config, Entries) else ()
        told_all = isinstance(config, Entries) and all(key is not None for key, _ in entries)
        self.is_known &= told_all or config is None
        self._found.append(Entries.of([one for one in entries if one[0] is not None]))


def _taken_by_model(made_of: ClassValue, fields: Iterable[str], config: Config) -> dict[str, Names]:
    """The names under which a model takes those of its fields that have aliases.

    Under its own name such a field isn't taken, unless the settings of the model say so.
    """
    aliases: dict[str, cst.BaseExpression | None] = {}
    for one in (*reversed(made_of.order), made_of):
        aliases.update(_declared(one.node))
    generator = config.get("alias_generator")
    by_name = any(config.get(option) == Flag(True) for option in _BY_NAME)
    perhaps = not by_name and any(map(config.may_be, (*_BY_NAME, _BY_NAME_ONCE)))
    taken: dict[str, Names] = {}
    for name in fields:
        alias = _alias(name, aliases.get(name), generator)
        if alias is None or alias == name or config.get("validate_by_alias") == Flag(False):
            continue
        # What is given under a name that is taken goes before what may be.
        known = (name,) if by_name else (EVERY,) if perhaps else ()
        taken[name] = (*known, EVERY) if alias == EVERY else (alias, *known)
    return taken


def taken_by_dataclass(node: cst.ClassDef) -> dict[str, Names]:
    """The names under which a dataclass of pydantic takes those of its fields that have aliases.

    By their own names too if its decorator says so.
    """
    aliases = ((name, alias) for name, alias in _declared(node) if alias is not None)
    return {name: (_text(alias) or EVERY, EVERY) for name, alias in aliases}


def taken_by_attrs(node: cst.ClassDef) -> dict[str, Names]:
    """The names under which a class of attrs takes those of its fields that aren't named so."""
    taken: dict[str, Names] = {}
    for name, value in _fields_of_attrs(node):
        alias = option_of(value, "alias")
        if alias is not None:
            taken[name] = (_text(alias) or EVERY,)
        elif name.startswith("_"):
            taken[name] = (name.lstrip("_"),)
    return taken


def refined_by_attrs(node: cst.ClassDef) -> Iterator[str]:
    """The fields of a class of attrs that converters or hooks run on when they are set later."""
    if any(option_of(one.decorator, "on_setattr") is not None for one in node.decorators):
        yield EVERY
    for name, value in _fields_of_attrs(node):
        if any(says(value, option) is not None for option in ("converter", "on_setattr")):
            yield name


def _fields_of_attrs(node: cst.ClassDef) -> Iterator[tuple[str, cst.BaseExpression | None]]:
    """The fields of a class, each with what is written for it."""
    for part in lines_of(node):
        if isinstance(part, cst.AnnAssign):
            yield dotted(part.target), part.value
        elif isinstance(part, cst.Assign) and makes_field(part.value):
            yield from ((dotted(one.target), part.value) for one in part.targets)


def _declared(node: cst.ClassDef) -> Iterator[tuple[str, cst.BaseExpression | None]]:
    """The fields that a class declares, each with the alias that stands there."""
    for part in lines_of(node):
        if isinstance(part, cst.AnnAssign):
            beside = walk_for(cst.Call, part.annotation.annotation)
            given = [option_of(one, name) for one in (part.value, *beside) for name in _ALIASES]
            told = (one for one in given if one is not None and dotted(one) != "None")
            yield dotted(part.target), next(told, None)


def _alias(name: str, written: cst.BaseExpression | None, generator: Value) -> str | None:
    """The alias of a field, None for one without; `EVERY` for one that isn't known."""
    if written is not None:
        return _text(written) or EVERY
    if isinstance(generator, Nothing):
        return None
    kind = imported_name(generator)
    if not _SIMPLE.fullmatch(name) or not kind.startswith(_GENERATORS):
        return EVERY
    first, *rest = name.split("_")
    if kind.endswith(".to_camel"):
        return "".join((first, *(one.title() for one in rest)))
    if kind.endswith(".to_pascal"):
        return "".join(one.title() for one in (first, *rest))
    return name if kind.endswith(".to_snake") else EVERY


def _text(node: cst.BaseExpression) -> str | None:
    value = node.evaluated_value if isinstance(node, cst.SimpleString) else None
    return value if isinstance(value, str) else None


def _flag(node: cst.BaseExpression) -> Value:
    said = dotted(node)
    return Flag(said == "True") if said in {"True", "False"} else UNKNOWN
