"""The registry of rules: our own, those of installed packages and of the linted project."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from daft_lint.records import dataclass, replace
from daft_lint.rule import Rule
from daft_lint.rule_parts.folder_modules import FolderModules
from daft_lint.rule_parts.rule_failures import raised_below, reason

if TYPE_CHECKING:
    from daft_lint.settings import RuleModule, Settings
    from daft_lint.settings.places import SettingsError

ENTRY_POINT_GROUP = "daft_lint.rules"

_CODE = re.compile(r"[A-Z]+[0-9]+")
_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class RulesError(ValueError):
    """Rules that can't be used together or can't be loaded. The text is one line for a person.

    `setting` is the error of the setting that names them, None where no setting does.
    """

    def __init__(self, text: str, setting: SettingsError | None = None) -> None:
        super().__init__(text)
        self.setting = setting


@dataclass(frozen=True, slots=True)
class _Found:
    """A rule, the module that holds it, and who named the module if it is the project's own."""

    rule: Rule
    place: str
    named: RuleModule | None = None


@lru_cache(maxsize=1)
def all_rules() -> tuple[Rule, ...]:
    """Every rule of daft-lint and of installed packages, by code.

    Raises:
        RulesError: when two rules share a code or a name, or an entry point can't be loaded.
    """
    return _sorted(_checked((*_built_in(), *_of_others())))


@lru_cache(maxsize=1)
def built_in() -> frozenset[Rule]:
    """The rules that are part of daft-lint."""
    return frozenset(found.rule for found in _built_in())


def rules_for(settings: Settings) -> tuple[Rule, ...]:
    """Every rule that a project with these settings knows, by code: `all_rules` and its own.

    Raises:
        RulesError: as `all_rules` does, and when a module of `extend-rules` can't be used.
    """
    return _with_those_of(settings.extend_rules) if settings.extend_rules else all_rules()


def has_others(settings: Settings) -> bool:
    """Whether a project with these settings may know rules that aren't ours."""
    from importlib.metadata import entry_points

    return bool(settings.extend_rules or entry_points(group=ENTRY_POINT_GROUP))


def forget() -> None:
    """Load the modules of projects anew when they are asked for next: they may have changed."""
    for cache in (_with_those_of, _folder, _called_in):
        cache.cache_clear()


def names_in(modules: tuple[RuleModule, ...]) -> dict[str, str]:
    """The names, by code, of the rules that modules add to `all_rules`.

    Raises:
        RulesError: as `rules_for` does.
    """
    others = {rule.code for rule in all_rules()}
    return {rule.code: rule.name for rule in _with_those_of(modules) if rule.code not in others}


def with_rule(rule: Rule) -> tuple[Rule, ...]:
    """`all_rules`, and one more that no package has to offer.

    Raises:
        RulesError: when it shares its code or its name with another.
    """
    known = all_rules()
    if rule in known:
        return known
    place = getattr(
        rule.check or rule.check_definition or rule.check_module, "__module__", "a test"
    )
    return _sorted(_checked((*_built_in(), *_of_others(), _Found(rule, place))))


@lru_cache(maxsize=64)
def _with_those_of(modules: tuple[RuleModule, ...]) -> tuple[Rule, ...]:
    local = [found for module in modules for found in _of_project(module)]
    return _sorted(_checked((*_built_in(), *_of_others(), *local)))


def _built_in() -> Iterator[_Found]:
    package = import_module("daft_lint.rules")
    for module in iter_modules(package.__path__):
        name = f"{package.__name__}.{module.name}"
        yield from _rules_of(import_module(name), name)


def _of_others() -> Iterator[_Found]:
    """An entry point names a module with rules, or a single rule: `package.module:my_rule`."""
    from importlib.metadata import entry_points

    for entry_point in entry_points(group=ENTRY_POINT_GROUP):
        try:
            loaded = entry_point.load()
        except (Exception, SystemExit) as error:
            raise RulesError(
                f"the rules of entry point `{entry_point.name}` ({entry_point.value}) "
                f"can't be loaded: {error or type(error).__name__}"
            ) from error
        yield from _rules_of(loaded, entry_point.value)


def _of_project(module: RuleModule) -> Iterator[_Found]:
    """The rules in a module of the project, which see its other modules whenever they are called.

    Nothing else of the project is imported than what the module itself imports.
    """
    folder = _folder(module.folder)
    try:
        loaded = folder.load(module.name)
    except (Exception, SystemExit) as error:
        raise _error(module, f"can't be imported: {_import_failure(error, module)}") from error
    found = [replace(rule, named=module) for rule in _rules_of(loaded, module.name)]
    if not found:
        raise _error(
            module, "has no rule; define one with `@rule`, `@definition_rule` or `@module_rule`"
        )
    others = set(all_rules())
    for found_rule in found:
        yield (
            found_rule
            if found_rule.rule in others
            else replace(found_rule, rule=_called_in(folder, found_rule.rule))
        )


def files_of(modules: Iterable[RuleModule]) -> tuple[str, ...]:
    """The files of modules of a project, and of what they imported of it so far."""
    return tuple(sorted({file for module in modules for file in _folder(module.folder).files}))


@lru_cache(maxsize=64)
def _folder(folder: Path) -> FolderModules:
    return FolderModules(folder)


@lru_cache(maxsize=1024)
def _called_in(folder: FolderModules, rule: Rule) -> Rule:
    """The rule with its code called where it finds the modules of its folder."""
    check, check_definition, check_module = rule.check, rule.check_definition, rule.check_module
    return replace(
        rule,
        check=folder.calling(check) if check else None,
        check_definition=folder.calling(check_definition) if check_definition else None,
        check_module=folder.calling(check_module) if check_module else None,
    )


def _rules_of(loaded: object, place: str) -> Iterator[_Found]:
    values = [loaded] if isinstance(loaded, Rule) else getattr(loaded, "__dict__", {}).values()
    for value in values:
        if isinstance(value, Rule):
            yield _Found(value, place)


def _sorted(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    return tuple(sorted(rules, key=lambda rule: rule.code))


def _checked(found: Iterable[_Found]) -> tuple[Rule, ...]:
    """The rules, each once, as the first who offers it does.

    Raises:
        RulesError: when one has an impossible code or name, or one that another has too.
    """
    each: dict[Rule, _Found] = {}
    for found_rule in found:
        each.setdefault(found_rule.rule, found_rule)
    for found_rule in each.values():
        _require_form(found_rule)
    _require_unique("code", [(found_rule.rule.code, found_rule) for found_rule in each.values()])
    _require_unique("name", [(found_rule.rule.name, found_rule) for found_rule in each.values()])
    return tuple(each)


def _require_form(found: _Found) -> None:
    """Comments and settings name rules: what they couldn't name is refused."""
    code, name = found.rule.code, found.rule.name
    if not _CODE.fullmatch(code):
        raise _refused(found, f"the code {code!r}", "use capital letters, then digits: ACME001")
    if not _NAME.fullmatch(name):
        raise _refused(found, f"the name {name!r}", "use lower-case words with hyphens: no-show")


def _refused(found: _Found, what: str, advice: str) -> RulesError:
    if found.named is not None:
        return _error(found.named, f"has a rule with {what}; {advice}")
    return RulesError(f"a rule in {found.place} has {what}; {advice}")


def _require_unique(what: str, found: list[tuple[str, _Found]]) -> None:
    known: dict[str, _Found] = {}
    for name, found_rule in found:
        other = known.setdefault(name, found_rule)
        if other is found_rule:
            continue
        problem = f"two rules have the {what} {name}, in {other.place} and in {found_rule.place}"
        named = found_rule.named or other.named
        if named is not None:
            raise RulesError(str(named.place.error(f"{problem}: rename one of them")))
        raise RulesError(f"{problem}: rename one of them")


def _error(module: RuleModule, problem: str) -> RulesError:
    """The error that names the module, and the place in the settings that asks for it."""
    from daft_lint.settings.toml_values import toml_string

    error = module.place.error(f"{toml_string(module.name)} {problem}")
    return RulesError(str(error), error)


def _import_failure(error: BaseException, module: RuleModule) -> str:
    """Why a module can't be imported, and where that is."""
    missing = error.name if isinstance(error, ModuleNotFoundError) else None
    if missing is not None and f"{module.name}.".startswith(f"{missing}."):
        file = Path(*module.name.split(".")).with_suffix(".py").as_posix()
        return f"there is no {file} in {module.folder}"
    return f"{reason(error)}{raised_below(error, module.folder)}"
