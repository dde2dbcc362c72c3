"""Writes the pages that come from code: rules, settings, and what the README shows of them.

Run `python docs/generate.py`; a test fails when the pages in the repository are stale.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from daft_lint.registry import all_rules
from daft_lint.rule import Rule
from daft_lint.settings import KEYS, Key

DOCS = Path(__file__).parent
ROOT = DOCS.parent
_SAMPLE = "examples/image_embeddings.py"


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    rules = all_rules()
    made = {DOCS / "rules" / f"{rule.name}.md": _rule_page(rule) for rule in rules}
    made[DOCS / "rules" / "index.md"] = _index(rules)
    configuration, readme = DOCS / "configuration.md", ROOT / "README.md"
    made[configuration] = _filled(configuration.read_text("utf-8"), "keys", _keys())
    page = _filled(readme.read_text("utf-8"), "rules", _rules(rules, "docs/rules/"))
    made[readme] = _filled(page, "sample", _sample())
    return made


def _rule_page(rule: Rule) -> str:
    return f"# {rule.code} {rule.name}\n\n{rule.documentation.rstrip()}\n"


def _index(rules: tuple[Rule, ...]) -> str:
    return (
        "# Rules\n\nDFT1 finds actors that idle, DFT2 work that nobody needs, and DFT9 speaks of "
        f"the linting itself.\n\n{_rules(rules)}\n"
    )


def _rules(rules: tuple[Rule, ...], folder: str = "") -> str:
    rows = "\n".join(
        f"| [{rule.code}]({folder}{rule.name}.md) | {rule.name} | {rule.summary} |"
        for rule in rules
    )
    return f"| code | name | finds |\n| --- | --- | --- |\n{rows}"


def _keys() -> str:
    rows = "\n".join(_row(key) for key in KEYS)
    return f"| key | holds | default | meaning |\n| --- | --- | --- | --- |\n{rows}"


def _sample() -> str:
    """What a person sees for one file of the examples."""
    command = [sys.executable, "-m", "daft_lint", "check", "--quiet", "--color", "never", _SAMPLE]
    shown = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "88", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    return f"```console\n$ daft-lint {_SAMPLE}\n{shown.stdout.rstrip()}\n```"


def _filled(page: str, name: str, text: str) -> str:
    """The page with the text between its two markers replaced."""
    start, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    before, _, rest = page.partition(start)
    _, _, after = rest.partition(end)
    return f"{before}{start}\n{text}\n{end}{after}"


def _row(key: Key) -> str:
    return f"| `{key.name}` | {key.type} | {_default(key)} | {key.meaning} |"


def _default(key: Key) -> str:
    if key.default is None:
        return "unknown"
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
