"""The version of Daft that a project runs with, as its lock file or its requirements tell it.

Only files in the root of the project are read, and the lock file of a workspace that it is a member
of. None of them can stop a run: what can't be read tells nothing. Lock files are searched for their
lines of Daft, which takes 0.4 ms for one of 1.2 MB that takes 90 ms to parse.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from itertools import islice
from math import inf
from pathlib import Path

from daft_lint.documents.file_selection import LOCK_FILES, PROJECT_FILE, is_requirements
from daft_lint.documents.file_status import read_whole
from daft_lint.plan.span import Span
from daft_lint.records import replace
from daft_lint.settings.model import Given, Requirement, Settings, Version
from daft_lint.settings.places import Place, SettingsError
from daft_lint.settings.tables import parsed
from daft_lint.settings.toml_values import printable

_KEY = "daft-version"
_OLDEST, _NEWEST = (0, 6), (0, 7)
"""The lines of Daft that settings can name."""

_MOST_BYTES = 32 * 1024 * 1024
# Real files ask for one package far less often, and each line is counted from the top of its file.
_MOST_LINES = 100
_MOST_PARENTS = 5
# Compiled when they are needed, since most projects need one of them or none. The package was once
# called `getdaft`, up to 0.5.0, and a project may ask for both names.
_LOCKED = r'\nname = "((?:get)?daft)"\r?\nversion = "([^"\r\n]*)"'
_ASKED = r"(?im)^[ \t]*((?:get)?daft)(?![\w.-])[ \t]*(?:\[[^\]\n]*\])?[ \t]*([^\n;#\\@]*)"
_QUOTED = r"""(?i)["']\s*(?:get)?daft\b"""
_CLAUSE = r"(===|==|~=|<=|<)\s*(\d[\w.*+]*)"
_RELEASE = r"\d{1,4}(?:\.\d{1,4}){0,2}(?!\.?\d)"
_PATCH = 3


def with_required_version(settings: Settings) -> Settings:
    """The settings with the version of Daft that the project asks for, if they tell none.

    Of a line that settings can't name, the nearest release that they can is taken.
    """
    if settings.origin(_KEY) is not None:
        return settings
    found = required_daft(settings.root)
    if found is None:
        return settings
    given = (*settings.given, Given(_KEY, found.place.origin))
    version = nearest_known(found.version)
    return replace(settings, daft_version=version, given=given, requirement=found)


def nearest_known(version: Version) -> Version:
    """The version itself, or the nearest that settings can name."""
    if version[:2] < _OLDEST:
        return (*_OLDEST, 0)
    return _NEWEST if version[:2] > _NEWEST else version


def unknown_version_warning(settings: Settings) -> str | None:
    """A line for a project that runs with a Daft which no setting can name."""
    found = settings.requirement
    if found is None or nearest_known(found.version) == found.version:
        return None
    from daft_lint.documents.document import shown_path

    place, taken = found.place, ".".join(map(str, settings.daft_version))
    file = shown_path(place.file) if place.file else ""
    line = f":{place.span.line}" if place.span else ""
    return printable(
        f"{file}{line}: daft-lint knows Daft 0.6 and 0.7; `{place.name}` is judged as {taken}"
    )


def required_daft(root: Path) -> Requirement | None:
    """What the files in the root of a project say of Daft; None where they leave it open.

    A locked version wins over one that is required, an exact one over a bound. The lock file of a
    workspace counts for the members that it names. A file whose lines disagree says nothing, and
    neither does a lower bound: the newest version fits it.
    """
    try:
        names = sorted(os.listdir(root))  # noqa: PTH208
    except (OSError, ValueError):
        return None
    for name in LOCK_FILES:
        found = _agreed(_locked(root / name)) if name in names else None
        if found is not None:
            return found
    found = _locked_by_workspace(root) if PROJECT_FILE in names else None
    if found is not None:
        return found
    # `requirements.txt` comes before those for tests and the like.
    requirements = sorted(filter(is_requirements, names), key=lambda name: (len(name), name))
    asked = [list(islice(_required(root / name), _MOST_LINES)) for name in requirements]
    if PROJECT_FILE in names:
        asked.append(list(islice(_depended_on(root / PROJECT_FILE), _MOST_LINES)))
    for exact in (True, False):
        for lines in asked:
            found = _agreed(line for line in lines if line.exact is exact)
            if found is not None:
                return found
    return None


def _agreed(lines: Iterable[Requirement]) -> Requirement | None:
    """What the lines of a file say if they all say the same; `getdaft` counts less."""
    said = list(islice(lines, _MOST_LINES))
    said = [requirement for requirement in said if requirement.package == "daft"] or said
    return said[0] if len({requirement.version for requirement in said}) == 1 else None


def _locked_by_workspace(root: Path) -> Requirement | None:
    """What the lock file of a workspace around says, if it names this folder as a member.

    It does by its path: `{ editable = "packages/etl" }` (uv), `url = "packages/etl"` (Poetry).
    Folders are searched up to the root of the repository.
    """
    inner = Path(os.path.abspath(root))  # noqa: PTH100
    for folder in (inner, *islice(inner.parents, _MOST_PARENTS)):
        member = inner.relative_to(folder).as_posix()
        for lock in (folder / name for name in LOCK_FILES) if folder != inner else ():
            if re.search(rf"""["'](?:\./)?{re.escape(member)}["']""", _text(lock)) is not None:
                found = _agreed(_locked(lock))
                if found is not None:
                    return found
        if (folder / ".git").exists():
            break
    return None


def _locked(file: Path) -> Iterator[Requirement]:
    text = _text(file)
    for found in re.finditer(_LOCKED, text):
        version = _release(found[2])
        if version is not None:
            place = _place(f"{found[1]} {found[2]}", file, text, found.start() + 1)
            yield Requirement(found[1], _padded(version), True, place)


def _required(file: Path) -> Iterator[Requirement]:
    text = _text(file)
    for found in re.finditer(_ASKED, text):
        yield from _line(found, _place(found[0], file, text, found.start()))


def _depended_on(file: Path) -> Iterator[Requirement]:
    """What the dependencies of a `pyproject.toml` say, those of extras and groups too."""
    text = _text(file)
    if not re.search(_QUOTED, text):
        return
    try:
        document = parsed(text, file)
    except SettingsError:
        return
    project, groups = (_mapping(document.get(name)) for name in ("project", "dependency-groups"))
    extras = _mapping(project.get("optional-dependencies"))
    for listed in (project.get("dependencies"), *extras.values(), *groups.values()):
        for item in listed if isinstance(listed, list) else ():
            found = re.match(_ASKED, item) if isinstance(item, str) else None
            if found is not None:
                place = _place(found[0], file, text, text.find(found[0]))
                yield from _line(found, place)


def _line(found: re.Match[str], place: Place) -> Iterator[Requirement]:
    clauses = re.findall(_CLAUSE, found[2])
    limits = [pair for pair in (_limit(*clause) for clause in clauses) if pair is not None]
    if limits:
        newest = min(limits, key=lambda limit: limit + (inf,) * (_PATCH - len(limit)))
        exact = any(sign in ("==", "===") and "*" not in version for sign, version in clauses)
        yield Requirement(found[1].lower(), newest, exact, place)


def _limit(sign: str, text: str) -> Version | None:
    """The newest version that a clause allows; two parts are the newest of a line."""
    version = _release(text)
    if version is None:
        return None
    if sign == "<":
        major, minor, patch = _padded(version)
        if patch:
            return (major, minor, patch - 1)
        return (major, minor - 1) if minor else None
    if sign == "~=" or text.endswith(".*"):
        line = version[:-1] if sign == "~=" else version
        return line if len(line) > 1 else None
    return _padded(version)


def _release(text: str) -> Version | None:
    """The numbers of a version that was published; none of what is built from a checkout."""
    found = re.match(_RELEASE, text)
    return tuple(map(int, found[0].split("."))) if found and "dev" not in text else None


def _padded(version: Version) -> Version:
    return version + (0,) * (_PATCH - len(version))


def _place(said: str, file: Path, text: str, start: int) -> Place:
    said = printable(said.strip())
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    span = Span(str(file), line, column, line, column + len(said)) if start >= 0 else None
    return Place(said, f"`{said}` in {file.name}", file, span)


def _text(file: Path) -> str:
    try:
        return read_whole(file, _MOST_BYTES).decode("utf-8-sig", "replace")
    except OSError:
        pass
    return ""


def _mapping(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}
