"""Writes the pages that come from code: one for each rule, and the table of settings.

Run `python docs/generate.py`; a test fails when the pages in the repository are stale.
"""

from __future__ import annotations

from pathlib import Path

from daft_lint.registry import all_rules
from daft_lint.rule import Rule
from daft_lint.settings import KEYS, Key

DOCS = Path(__file__).parent
_START, _END = "<!-- keys -->", "<!-- /keys -->"


def pages() -> dict[Path, str]:
    """Every generated page with its text."""
    rules = all_rules()
    made = {DOCS / "rules" / f"{rule.name}.md": _rule_page(rule) for rule in rules}
    made[DOCS / "rules" / "index.md"] = _index(rules)
    made[DOCS / "configuration.md"] = _with_keys((DOCS / "configuration.md").read_text("utf-8"))
    return made


def _rule_page(rule: Rule) -> str:
    return f"# {rule.code} {rule.name}\n\n{rule.documentation.rstrip()}\n"


def _index(rules: tuple[Rule, ...]) -> str:
    rows = "\n".join(
        f"| [{rule.code}]({rule.name}.md) | {rule.name} | {rule.summary} |" for rule in rules
    )
    return (
        "# Rules\n\nDFT1 finds actors that idle, DFT2 work that nobody needs, and DFT9 speaks of "
        f"the linting itself.\n\n| code | name | finds |\n| --- | --- | --- |\n{rows}\n"
    )


def _with_keys(page: str) -> str:
    before, _, rest = page.partition(_START)
    _, _, after = rest.partition(_END)
    rows = "\n".join(_row(key) for key in KEYS)
    table = f"| key | holds | default | meaning |\n| --- | --- | --- | --- |\n{rows}"
    return f"{before}{_START}\n{table}\n{_END}{after}"


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
