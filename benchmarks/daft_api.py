"""Makes the table of Daft's API by version, from the packages as they were published.

    python benchmarks/daft_api.py --packages FOLDER

Each package is put by pip into a folder of its own, without dependencies, and imported there by a
Python that has those of Daft (`daft_api_probe.py`): names and signatures are those that programs
get. Of the lines before 0.6 the last release is looked at, of 0.6 and 0.7 each one. Writes
`daft_lint/daft_api/api.json`; FOLDER keeps the packages (120 MB each) for the next time.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timezone
from pathlib import Path

_ROOT = Path(__file__).parents[1]
_TABLE = _ROOT / "daft_lint" / "daft_api" / "api.json"
_PROBE = Path(__file__).with_name("daft_api_probe.py")
# The package was called `getdaft` up to 0.5.0.
_OLD = (("getdaft", "0.3.15"), ("daft", "0.4.18"), ("daft", "0.5.22"))
_LINES = ("0.6.", "0.7.")
# Of these, all that they take is kept; of others what came, what goes and what lists its values.
_DECORATORS = frozenset({"batch", "cls", "func", "method", "udf"})
# Deprecated without a version in its warning; Daft issue 7408 names it.
_ANNOUNCED = {"daft.logging": {"setup_debug_logger": {"goes": "0.8"}}}
# What Daft says of something that it deprecates.
_REMOVED = re.compile(r"removed (?:in|from)(?: daft)?(?: >=)? v?(\d+\.\d+)")
_INSTEAD = re.compile(r"[Uu]se [`'.@]*([\w.]+\w)")
_QUOTED = re.compile(r"`(\w+)`")


def main() -> None:
    """Install, import and compare all versions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packages", type=Path, help="where the packages are kept")
    folder = parser.parse_args().packages or Path(tempfile.mkdtemp())
    probed = {version: _probed(folder, version) for version in _published()}
    date = datetime.now(timezone.utc).date().isoformat()
    bases = {name: base for each in probed.values() for name, base in each["bases"].items() if base}
    table = {
        "date": date,
        "versions": list(probed),
        "bases": bases,
        "owners": _owners(probed) | _ANNOUNCED,
    }
    lines = json.dumps(table, separators=(",", ":"), sort_keys=True).replace('},"', '},\n"')
    _TABLE.write_text(f"{lines}\n", encoding="utf-8")
    print(f"{_TABLE}: {len(probed)} versions, {_TABLE.stat().st_size:,} bytes")


def _published() -> Iterator[str]:
    yield from (version for _, version in _OLD)
    command = (sys.executable, "-m", "pip", "index", "versions", "daft")
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Available versions: (.*)", listed)
    versions = found[1].split(", ") if found else []
    for version in sorted(versions, key=_numbers):
        if version.startswith(_LINES):
            yield version


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def installed(folder: Path, version: str) -> Path:
    """Where the package of a version is; it is put there if it isn't yet, without dependencies."""
    place = folder / version
    if not place.is_dir():
        package = next((name for name, it in _OLD if it == version), "daft")
        pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target")
        subprocess.run((*pip, str(place), f"{package}=={version}"), check=True)
    return place


def _probed(folder: Path, version: str) -> dict[str, object]:
    """What the probe tells of a version."""
    place = installed(folder, version)
    quiet = {"DO_NOT_TRACK": "1", "DAFT_ANALYTICS_ENABLED": "0", "PYTHONPATH": str(place)}
    done = subprocess.run(
        (sys.executable, str(_PROBE)),
        env={**os.environ, **quiet},
        cwd=folder,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    print(version, flush=True)
    return json.loads(done.stdout)


def _owners(probed: Mapping[str, dict]) -> dict[str, dict[str, dict[str, object]]]:
    """Each module and class with its members, and what became of these."""
    versions = list(probed)
    names: dict[str, set[str]] = {}
    for entry in probed.values():
        for owner, members in entry["owners"].items():
            own = (name for name, member in members.items() if member.get("own", True))
            names.setdefault(owner, set()).update(own)
    owners: dict[str, dict[str, dict[str, object]]] = {}
    for owner, members in names.items():
        # Of a module that couldn't be imported, nothing is known.
        seen = [version for version in versions if owner not in probed[version]["unread"]]
        owners[owner] = {
            member: _member(
                {version: probed[version]["owners"].get(owner, {}).get(member) for version in seen}
            )
            for member in members
        }
        for name, what in owners[owner].items():
            if name not in _DECORATORS:
                _shorten(what)
        owners[owner] = {name: what for name, what in owners[owner].items() if what}
    owners = {owner: members for owner, members in owners.items() if members}
    for owner, members in owners.items():
        for name, member in members.items():
            if "use" in member:
                _succeed(owner, name, member, probed)
            if member.get("is") == "property" and member.get("gives") in owners:
                # A namespace goes with all that it holds.
                goes = {entry.get("goes") for entry in owners[member["gives"]].values()}
                if len(goes) == 1 and None not in goes:
                    member["goes"] = goes.pop()
    return owners


def _succeed(owner: str, name: str, member: dict, probed: Mapping[str, dict]) -> None:
    """Where the newest version has what is to be used, and what its parameters are called there."""
    newest = list(probed.values())[-1]["owners"]
    whole, last = member["use"], member["use"].rpartition(".")[2]
    own = "Expression" if owner.startswith("Expression") else owner
    places = [(own, last), tuple(whole.rpartition(".")[::2])]
    place = next(
        ((each_place, it) for each_place, it in places if it in newest.get(each_place, {})), None
    )
    if place is None:
        del member["use"]
        return
    member["use"] = ".".join(place)
    had = [
        entry["owners"][owner][name]
        for entry in probed.values()
        if name in entry["owners"].get(owner, {})
    ]
    before, after = (
        _by_position(each_member) for each_member in (had[-1], newest[place[0]][place[1]])
    )
    pairs = itertools.zip_longest(before, after[: len(before)])
    renamed = {old: None if new in before else new for old, new in pairs if old not in after}
    if renamed:
        alike = itertools.takewhile(
            lambda pair: pair[0] == pair[1], zip(before, after, strict=False)
        )
        member |= {"as": renamed, "alike": len(list(alike))}


def _by_position(function: dict) -> list[str]:
    takes = function.get("takes", ())
    return [version["name"] for version in takes if version["kind"] == "POSITIONAL_OR_KEYWORD"]


def _shorten(member: dict[str, object]) -> None:
    """Leave out parameters that are the same in all versions."""
    takes = member.pop("takes", {})
    reported = {name: parameter for name, parameter in takes.items() if parameter.keys() - {"kind"}}
    if reported:
        member["takes"] = reported


def _member(by_version: Mapping[str, dict | None]) -> dict[str, object]:
    """What the table holds of a member: since when, until when, what it takes and gives."""
    versions = list(by_version)
    there = [version for version in versions if by_version[version] is not None]
    newest = by_version[there[-1]] or {}
    held: dict[str, object] = {}
    life = _life(there, versions)
    if life:
        held["in"] = life
    if newest.get("gives") or newest.get("of"):
        held["gives"] = newest.get("gives") or newest.get("of")
    if newest["is"] in ("object", "property", "value"):
        held["is"] = newest["is"]
    takes = {version: (by_version[version] or {}).get("takes") for version in there}
    known = [version for version in there if takes[version] is not None]
    names = dict.fromkeys(each["name"] for version in reversed(known) for each in takes[version])
    if known:
        # Where anything is taken, no keyword is refused.
        anything = any(parameter["kind"] == "VAR_KEYWORD" for parameter in takes[known[-1]])
        held["takes"] = {
            name: _parameter({version: _named(takes[version], name) for version in known})
            for name in names
            if not anything or _named(takes[known[-1]], name)
        }
    for version in there:
        said = (by_version[version] or {}).get("deprecated")
        if said:
            _deprecate(held, said)
    return held


def _named(parameters: Iterable[dict], name: str) -> dict | None:
    return next((parameter for parameter in parameters if parameter["name"] == name), None)


def _parameter(by_version: Mapping[str, dict | None]) -> dict[str, object]:
    versions = list(by_version)
    there = [version for version in versions if by_version[version] is not None]
    newest = by_version[there[-1]] or {}
    held: dict[str, object] = {}
    life = _life(there, versions)
    if life:
        held["in"] = life
    if newest["kind"] != "POSITIONAL_OR_KEYWORD":
        held["kind"] = newest["kind"]
    if newest.get("values"):
        held["values"] = newest["values"]
    return held


def _life(there: list[str], versions: list[str]) -> str:
    """The versions that have something: `0.6.4-0.6.14 0.7.2-`; nothing for all of them."""
    parts: list[str] = []
    for place, version in enumerate(versions):
        has, had = version in there, place > 0 and versions[place - 1] in there
        if has and not had:
            parts.append(f"{version if place else ''}-")
        if had and not has:
            parts[-1] += versions[place - 1]
    return "" if parts == ["-"] else " ".join(parts)


def _deprecate(held: dict[str, object], said: str) -> None:
    """What Daft says of it, or of a parameter that it names first."""
    takes = held.get("takes", {})
    quoted = _QUOTED.findall(said)
    about = next((name for name in quoted if name in takes), None)
    to = takes[about] if about else held
    removed, instead = _REMOVED.search(said), _INSTEAD.search(said)
    if removed:
        to["goes"] = removed[1]
    if instead:
        to["use"] = instead[1]


if __name__ == "__main__":
    main()
