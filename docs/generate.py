"""Writes the pages that come from code: rules, settings and their schema, what the README shows.

Run `python docs/generate.py`; a test fails when the pages in the repository are stale.
"""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from textwrap import wrap

import click
import yaml
from map_of_rooms import map_of_rooms
from rich._export_format import CONSOLE_SVG_FORMAT
from rich.console import Console
from rich.text import Text
from settings_schema import settings_schema

from daft_lint.cli import check, plan, verify
from daft_lint.registry import all_rules
from daft_lint.rule import Rule
from daft_lint.settings import KEYS, Key

DOCS = Path(__file__).parent
ROOT = DOCS.parent
_REPORTED = ROOT / "tests/rules/__snapshots__/test_cases/test_the_table_of_rules.json"
_FIXES = {"safe": "safe", "unsafe": "unsafe", "display-only": "by hand"}
_GROUPS = {
    "DFT1": "Workers and actors idle, or a run fails or stalls",
    "DFT2": "Work that isn't needed",
    "DFT3": "How UDFs are written",
    "DFT9": "The linting itself",
}
_TYPED = 74
_COLUMNS = 88
_SAMPLE = "examples/clip_scores.py"
_OPEN = "examples/embed_texts.py"
_BILLION = (
    "plan --rows 1e9 --workers 64 --concurrency 512 --batch-size 64 --partitions 100"
    " --cost-per-worker-hour 3.2"
)
_PLANS = {
    "million": "plan --rows 1e6 --workers 4 --concurrency 16 --batch-size 64",
    "code": "plan examples/image_embeddings.py --rows 200k --cost-per-worker-hour 3.2",
}
_EXPLAINED_PLANS = {
    "article": "plan --rows 1000 --workers 2 --concurrency 4 --batch-size 200",
    "tasks": "plan examples/clip_scores.py --rows 200k --row-seconds Clip=40ms",
    "unknown": "plan --rows 5000 --partitions 8 --concurrency 16 --batch-size 64",
}


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    rules = all_rules()
    reported = json.loads(_REPORTED.read_text("utf-8"))
    made = {
        DOCS / "rules" / f"{rule.name}.md": _rule_page(rule, reported[rule.name]) for rule in rules
    }
    made[DOCS / "rules" / "index.md"] = _index(rules, reported)
    made[ROOT / "mkdocs.yml"] = _navigation((ROOT / "mkdocs.yml").read_text("utf-8"), rules)
    made[ROOT / "daft_lint" / "settings" / "daft-lint.schema.json"] = settings_schema()
    filled = {
        DOCS / "settings.md": {"keys": _keys()},
        DOCS / "plan.md": _shown_on_page(_PLANS),
        DOCS / "how-plan-works.md": _shown_on_page(_EXPLAINED_PLANS),
        DOCS / "plan-options.md": {"options": _options(plan.command)},
        DOCS / "verify-options.md": {"options": _options(verify.command)},
        DOCS / "verify-in-ci.md": _action(),
        ROOT / "README.md": {
            "sample": _shown(_SAMPLE),
            "plan": _shown(_BILLION, of=_comparison),
        },
        DOCS / "index.md": {"open": _shown(_OPEN)},
    }
    made[DOCS / "images" / "finding.svg"] = _in_colour(_SAMPLE)
    made[DOCS / "images" / "rooms.svg"] = map_of_rooms()
    return made | {path: _filled(path.read_text("utf-8"), texts) for path, texts in filled.items()}


Reported = Mapping[str, list[str]]
"""The severities, confidences and fixes that a rule reports in its test cases, by these names."""


def _rule_page(rule: Rule, reported: Reported) -> str:
    traits = (
        f"{name}: {text}" for name, text in zip(_TRAITS, _traits(rule, reported), strict=True)
    )
    head = f"# {rule.code} {rule.name}\n\n*{' · '.join(traits)}*"
    return f"{head}\n\n{rule.documentation.rstrip()}\n"


_TRAITS = ("severity", "confidence", "fix", "since")


def _traits(rule: Rule, reported: Reported) -> tuple[str, ...]:
    severities, confidences = (" or ".join(reported[name]) for name in _TRAITS[:2])
    return severities, confidences, _fix(reported), rule.since


def _fix(reported: Reported) -> str:
    return " or ".join(_FIXES[text] for text in reported["fix"]) or "none"


def _index(rules: tuple[Rule, ...], reported: Mapping[str, Reported]) -> str:
    parts = [_RULES]
    for prefix, title in _GROUPS.items():
        rows = (
            (
                f"[{rule.code}]({rule.name}.md) {rule.name}",
                rule.summary,
                _fix(reported[rule.name]),
            )
            for rule in rules
            if rule.code.startswith(prefix)
        )
        parts.append(f"## {prefix}: {title}\n\n{_table(('rule', 'finds', 'fix'), rows)}")
    return "\n\n".join(parts) + "\n"


_RULES = """# Rules

All rules run unless you [choose](../configuration.md) which. `daft-lint rule DFT101` shows a page
of these in the terminal.

A `safe` fix is applied by `--fix`, an `unsafe` one by `--fix --unsafe-fixes`, and `by hand` is
advice for you ([fixing](../fixing.md)). The page of each rule has more:

- **severity**: `error` fails or stalls, `warning` loses a quarter or more of the time you pay for,
  `info` loses less.
- **confidence**: `certain` follows from code and settings, `likely` rests on the assumptions that
  the finding lists. Any rule can also report `possible`, which is
  [hidden by default](../configuration.md#confidence-and-severity).
- **since**: the first release with the rule.

Severity, confidence and fix depend on the code. These pages list what the test cases of each rule
bring up. The [glossary](../glossary.md) explains the words, such as
[morsel](../glossary.md#morsel), [task](../glossary.md#task) and [pool](../glossary.md#pool)."""


def _navigation(configuration: str, rules: tuple[Rule, ...]) -> str:
    """The configuration of the site with a page for each rule in its navigation."""
    before, start, rest = configuration.partition("# Written by docs/generate.py:\n")
    _, end, after = rest.partition("      # End of what is written.\n")
    lines: list[str] = []
    for prefix, title in _GROUPS.items():
        lines.append(f'      - "{prefix}: {title}":\n')
        lines += (
            f"          - {rule.code} {rule.name}: rules/{rule.name}.md\n"
            for rule in rules
            if rule.code.startswith(prefix)
        )
    return before + start + "".join(lines) + end + after


def _keys() -> str:
    """A section for each key, so that each has a place to link to."""
    return "\n\n".join(
        f"## {key.name}\n\n{key.explained}\n\n- holds: {key.type}\n- default: {_default(key)}"
        for key in KEYS
    )


def _options(command: click.Command) -> str:
    """The options of a command: its own first, then those that it shares with `check`."""
    shared = {tuple(parameter.opts) for parameter in check.command.params}
    own = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    own.sort(key=lambda option: tuple(option.opts) in shared)
    rows = ((_written(option), _given(option), _meaning(option)) for option in own)
    return _table(("option", "default", "meaning"), rows)


def _written(option: click.Option) -> str:
    """An option as it is typed, with a name for what it takes."""
    names = ", ".join(f"`{name}`" for name in option.opts)
    kind = option.type
    if option.is_flag:
        return names
    if isinstance(kind, click.Choice):
        return f"{names} {', '.join(f'`{choice}`' for choice in kind.choices)}"
    if isinstance(kind, click.Path):
        return f"{names} {option.metavar or 'FILE'}"
    number = isinstance(kind, click.types.IntParamType | click.types.FloatParamType)
    return f"{names} {option.metavar or ('N' if number else 'TEXT')}"


def _given(option: click.Option) -> str:
    if not option.show_default:
        return ""
    number = isinstance(option.default, float)
    return f"`{option.default:g}`" if number else f"`{option.default}`"


def _meaning(option: click.Option) -> str:
    variable = f" Also: `{option.envvar}`." if option.envvar else ""
    return f"{option.help or ''}{variable}"


def _action() -> Mapping[str, str]:
    """The inputs and the outputs of the GitHub action."""
    action = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))
    inputs = (
        (f"`{name}`", f"`{input_['default']}`" if input_["default"] else "", input_["description"])
        for name, input_ in action["inputs"].items()
    )
    outputs = ((f"`{name}`", output["description"]) for name, output in action["outputs"].items())
    return {
        "inputs": _table(("input", "default", "meaning"), inputs),
        "outputs": _table(("output", "meaning"), outputs),
    }


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = tuple(heads)
    lines = (heads, ("---",) * len(heads), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _shown_on_page(commands: Mapping[str, str]) -> dict[str, str]:
    return {name: _shown(command) for name, command in commands.items()}


def _comparison(plan: str) -> str:
    """The part of a plan that compares the numbers now with those advised."""
    head = next(line for line in plan.splitlines() if line.split() == ["now", "advised"])
    table = plan[plan.index(head) :].partition("\n\n")[0]
    steps = plan.partition("    what to change\n")[2].partition("\n\n")[0]
    return f"...\n    what to change\n{steps}\n...\n{table}\n..."


def _shown(command: str, of: Callable[[str], str] = str.rstrip) -> str:
    """What a person types, and what is shown `of` what they see."""
    typed = " \\\n    ".join(wrap(command, _TYPED, break_on_hyphens=False))
    return f"```console\n$ daft-lint {typed}\n{of(_ran(command, 'never'))}\n```"


def _ran(command: str, color: str) -> str:
    """What a command writes, with colour `always` or `never`."""
    done = subprocess.run(
        [sys.executable, "-m", "daft_lint", *command.split(), "--color", color],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": str(_COLUMNS), "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


def _in_colour(command: str) -> str:
    """What a person sees in a terminal, as SVG that loads nothing."""
    shown = _ran(command, "always")
    console = Console(record=True, width=_COLUMNS, file=io.StringIO(), force_terminal=True)
    console.print(Text.from_ansi(f"$ daft-lint {command}\n{shown.rstrip()}"), soft_wrap=True)
    # Rich's own format loads fonts from a network.
    before, _, rest = CONSOLE_SVG_FORMAT.partition("@font-face")
    form = before + rest[rest.index(".{unique_id}-matrix") :]
    svg = console.export_svg(title="daft-lint", code_format=form, unique_id="finding")
    return svg.replace("Fira Code, monospace", "ui-monospace, monospace") + "\n"


def _filled(page: str, texts: Mapping[str, str]) -> str:
    """The page with what stands between the two markers of each name replaced."""
    for name, text in texts.items():
        start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        before, _, rest = page.partition(start)
        _, _, after = rest.partition(end)
        page = f"{before}{start}\n{text}\n{end}{after}"
    return page


def _default(key: Key) -> str:
    if key.default is None:
        return "not set"
    if isinstance(key.default, bool):
        return f"`{str(key.default).lower()}`"
    if isinstance(key.default, tuple):
        return f"`[{', '.join(f'{item!r}' for item in key.default)}]`".replace("'", '"')
    return f'`"{key.default}"`'


def main() -> None:
    """Write the pages and remove those of rules that are gone."""
    made = pages()
    (DOCS / "rules").mkdir(exist_ok=True)
    for old in (DOCS / "rules").glob("*.md"):
        if old not in made:
            old.unlink()
    for path, text in made.items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
