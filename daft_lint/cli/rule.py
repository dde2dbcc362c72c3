"""`daft-lint rule`: explain a rule, or all of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from daft_lint.cli.terminal import COLOR_CHOICES, style_for

if TYPE_CHECKING:
    from daft_lint.rule import Rule


@click.command(name="rule", short_help="Explain a rule, or all of them.")
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@click.option("--color", type=click.Choice(COLOR_CHOICES), default="auto", help="Colour output.")
def command(code: str | None, every: bool, output_format: str, color: str) -> None:
    """Explain the rule with this CODE or name, or --all of them."""
    from daft_lint.registry import all_rules

    if (code is None) != every:
        raise click.UsageError("give the code of a rule, or --all")
    rules = all_rules() if code is None else (_find(code, all_rules()),)
    if output_format == "json":
        click.echo(_as_json(rules, single=not every))
        return
    style = style_for(None, color)
    for rule in rules:
        if style.color:
            _print_rendered(rule, style.width)
        else:
            click.echo(f"# {rule.code} {rule.name}\n\n{rule.documentation.rstrip()}\n")


def _find(code: str, rules: tuple[Rule, ...]) -> Rule:
    for rule in rules:
        if code.upper() == rule.code or code.lower() == rule.name:
            return rule
    from daft_lint.documents.invalid import nearest

    names = [name for rule in rules for name in (rule.code, rule.name)]
    raise click.UsageError(f"`{code}` is no rule; {nearest(code, names)}")


def _as_json(rules: tuple[Rule, ...], *, single: bool) -> str:
    import json

    described = [
        {
            "code": rule.code,
            "name": rule.name,
            "summary": rule.summary,
            "documentation": rule.documentation,
        }
        for rule in rules
    ]
    return json.dumps(described[0] if single else described, indent=2)


def _print_rendered(rule: Rule, width: int) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(force_terminal=True, width=min(width, 100))
    console.print(Markdown(f"# {rule.code} {rule.name}\n\n{rule.documentation}"))
    console.print()
