"""`daft-lint rule`: list the rules, or explain one or all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.help_text import Command
from daft_lint.cli.option_groups import config_option, isolated_option
from daft_lint.cli.options import SettingsFinder, no_extend_rules_option
from daft_lint.cli.terminal import COLOR_CHOICES, print_text, style_for

if TYPE_CHECKING:
    from daft_lint.rule import Rule


@click.command(
    name="rule",
    cls=Command,
    short_help="List the rules, or explain one or all of them.",
    examples=(
        ("daft-lint rule", "List the rules, one per line."),
        ("daft-lint rule DFT101", "Explain one rule, by code or name."),
        ("daft-lint rule --all --output-format json", "All rules as JSON, for scripts."),
    ),
)
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@click.option(
    "--color", type=click.Choice(COLOR_CHOICES), default="auto", help="When to use colour."
)
@click.option(
    "--extend-rules",
    metavar="LIST",
    multiple=True,
    help="Modules with your own rules, looked up from the current folder.",
)
@config_option
@isolated_option
@no_extend_rules_option
def command(
    code: str | None,
    every: bool,
    output_format: str,
    color: str,
    extend_rules: tuple[str, ...],
    config: tuple[Path | str, ...],
    isolated: bool,
    no_extend_rules: bool,
) -> None:
    """List the rules, explain the rule with this CODE or name, or explain --all of them.

    Your own rules are those that the nearest settings list in `extend-rules`.
    """
    if code == "" or (code and every):
        raise click.UsageError(
            "give the code of a rule, or --all; without either, rules are listed"
        )
    finder = SettingsFinder.of_rules(
        extend_rules, config, isolated=isolated, trusted=not no_extend_rules
    )
    rules = (rule_called(code, finder),) if code else _every(finder)
    listed = not (code or every)
    if output_format == "json":
        described = [_described(rule, briefly=listed) for rule in rules]
        print_text(_as_json(described[0] if code else described))
        return
    if listed:
        _print_list(rules)
        return
    style = style_for(None, color)
    for rule in rules:
        if style.color:
            _print_rendered(rule, style.width)
        else:
            print_text(f"# {rule.code} {rule.name}\n\n{rule.documentation.rstrip()}\n\n")


def _every(finder: SettingsFinder) -> tuple[Rule, ...]:
    finder.for_path(Path())
    return finder.rules()


def rule_called(code: str, finder: SettingsFinder) -> Rule:
    """The rule of that code or name. Only where it isn't ours do the settings matter.

    Raises:
        click.UsageError: there is none.
    """
    found = _named(code, finder.rules()) or _named(code, _every(finder))
    if found is not None:
        return found
    from daft_lint.documents.spelling import advice

    begun = [rule.code for rule in finder.rules() if rule.code.startswith(code.upper())][:1]
    names = [name for rule in finder.rules() for name in (rule.code, rule.name)]
    meant = advice(code, begun or names, otherwise="`daft-lint rule` lists the rules")
    raise click.UsageError(f"there is no rule `{code}`; {meant}")


def _named(code: str, rules: tuple[Rule, ...]) -> Rule | None:
    fitting = (rule for rule in rules if code.upper() == rule.code or code.lower() == rule.name)
    return next(fitting, None)


def _described(rule: Rule, *, briefly: bool) -> dict[str, str]:
    details = {"code": rule.code, "name": rule.name, "summary": rule.summary}
    return details if briefly else {**details, "documentation": rule.documentation}


def _as_json(described: object) -> str:
    import json

    return json.dumps(described, indent=2)


def _print_list(rules: tuple[Rule, ...]) -> None:
    """A line for each rule."""
    codes = max(len(rule.code) for rule in rules)
    names = max(len(rule.name) for rule in rules)
    for rule in rules:
        print_text(f"{rule.code:{codes}}  {rule.name:{names}}  {rule.summary}")


def _print_rendered(rule: Rule, width: int) -> None:
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console(force_terminal=True, width=min(width, 100))
    console.print(Markdown(f"# {rule.code} {rule.name}\n\n{rule.documentation}"))
    console.print()
