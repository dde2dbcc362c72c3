"""The map of daft-lint's packages, drawn from their imports."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
_PACKAGE = ROOT / "daft_lint"
_LOOSE = {"linting"}
"""Modules on the map though they are no packages: there is where all come together."""
_WIDTH, _ROW, _HIGH, _WIDE, _MARGIN = 980, 92, 34, 118, 20
_STYLE = """\
rect.page { fill: #fff }
text { font: 14px system-ui, sans-serif; fill: #222; text-anchor: middle }
.room { fill: #e8eaf6; stroke: #3f51b5 }
.line { fill: none; stroke: #9aa; stroke-width: 1.2 }"""

Imports = Mapping[str, frozenset[str]]
"""The rooms that each room imports."""


def map_of_rooms() -> str:
    """Each package above those that it imports, as SVG."""
    imports = _imports()
    lines = {
        name: found - {far for near in found for far in _behind(near, imports)}
        for name, found in imports.items()
    }
    rows = _rows(imports, lines)
    height = _ROW * len(rows) + _MARGIN
    places = {
        name: (
            round(_WIDTH * (2 * place + 1) / (2 * len(row))),
            height - _ROW * number - _HIGH - _MARGIN,
        )
        for number, row in enumerate(rows)
        for place, name in enumerate(row)
    }
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" role="img"'
        ' aria-label="The packages of daft-lint, each above those that it imports.">',
        f"<style>\n{_STYLE}\n</style>",
        f'<rect class="page" width="{_WIDTH}" height="{height}"/>',
        *(_line(places[name], places[lower]) for name in lines for lower in sorted(lines[name])),
        *(_room(name, *place) for name, place in places.items()),
        "</svg>\n",
    ]
    return "\n".join(drawn)


def _line(upper: tuple[int, int], lower: tuple[int, int]) -> str:
    (x, top), (to, bottom) = upper, lower
    start, middle = top + _HIGH, (top + _HIGH + bottom) // 2
    return f'<path class="line" d="M{x} {start}C{x} {middle} {to} {middle} {to} {bottom}"/>'


def _room(name: str, x: int, y: int) -> str:
    box = (
        f'<rect class="room" x="{x - _WIDE // 2}" y="{y}" width="{_WIDE}" height="{_HIGH}" rx="6"/>'
    )
    return f'{box}<text x="{x}" y="{y + _HIGH // 2 + 5}">{escape(name)}</text>'


def _rows(imports: Imports, lines: Imports) -> list[list[str]]:
    """The rooms by the length of the way down; in a row, each near those that it imports."""

    @cache
    def level(name: str) -> int:
        return max((level(lower) + 1 for lower in imports[name]), default=0)

    rows: list[list[str]] = [[] for _ in range(1 + max(map(level, imports)))]
    for name in sorted(imports):
        rows[level(name)].append(name)
    places: dict[str, float] = {}
    for row in rows:
        row.sort(key=lambda name: (_mean(places[lower] for lower in lines[name]), name))
        places |= {name: (place + 0.5) / len(row) for place, name in enumerate(row)}
    return rows


def _mean(numbers: Iterable[float]) -> float:
    found = list(numbers)
    return sum(found) / len(found) if found else 0.5


def _behind(name: str, imports: Imports) -> frozenset[str]:
    """The rooms below one."""
    return imports[name].union(*(_behind(lower, imports) for lower in imports[name]))


def _imports() -> Imports:
    """What each room imports, also by way of modules that stand in no room."""
    graph = grimp.build_graph("daft_lint")
    shown = {path.parent.name for path in _PACKAGE.glob("*/__init__.py")} | _LOOSE
    direct: dict[str, set[str]] = {"rules": set(_imported_by_rules())}
    for module in graph.modules - {"daft_lint"}:
        found = graph.find_modules_directly_imported_by(module)
        direct.setdefault(_part(module), set()).update(map(_part, found - {"daft_lint"}))

    @cache
    def rooms(name: str) -> frozenset[str]:
        lower = direct[name] - {name}
        return frozenset().union(
            *({each} if each in shown else rooms(each) for each in sorted(lower))
        )

    return {name: rooms(name) - {name} for name in sorted(shown | {"rules"})}


def _part(module: str) -> str:
    return module.split(".")[1]


def _imported_by_rules() -> Iterator[str]:
    """The parts of daft-lint that rules import: a checkout has rules in a folder of their own."""
    for file in (ROOT / "rules").glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("daft_lint."):
                yield _part(node.module or "")
