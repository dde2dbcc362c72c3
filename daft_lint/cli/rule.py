"""`daft-lint rule`: explain a rule, or all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from daft_lint.cli.option_groups import SettingsFile
from daft_lint.cli.options import SettingsFinder
from daft_lint.cli.terminal import COLOR_CHOICES, style_for

if TYPE_CHECKING:
    from daft_lint.rule import Rule


@click.command(name="rule", short_help="Explain a rule, or all of them.")
@click.argument("code", required=False)
@click.option("--all", "every", is_flag=True, help="Explain every rule.")
@click.option("--output-format", type=click.Choice(["text", "json"]), default="text")
@click.option("--color", type=click.Choice(COLOR_CHOICES), default="auto", help="Colour output.")
@click.option(
    "--extend-rules",
    metavar="LIST",
    multiple=True,
    help="Modules with rules of your own, from the current folder.",
)
@click.option(
    "--config",
    type=SettingsFile(),
    help="Take the rules of this pyproject.toml instead of the nearest.",
)
@click.option("--isolated", is_flag=True, help="Ignore every pyproject.toml.")
def command(
    code: str | None,
    every: bool,
    output_format: str,
    color: str,
    extend_rules: tuple[str, ...],
    config: Path | None,
    isolated: bool,
) -> None:
    """Explain the rule with this CODE or name, or --all of them.

    Rules of your own are those that the nearest pyproject.toml names in `extend-rules`.
    """
    if bool(code) == every:
        raise click.UsageError("give the code of a rule, or --all")
    finder = SettingsFinder.of_rules(extend_rules, config, isolated=isolated)
    rules = (_called(code, finder),) if code else _every(finder)
    if output_format == "json":
        click.echo(_as_json(rules, single=not every))
        return
    style = style_for(None, color)
    for rule in rules:
        if style.color:
            _print_rendered(rule, style.width)
        else:
            click.echo(f"# {rule.code} {rule.name}\n\n{rule.documentation.rstrip()}\n")


def _every(finder: SettingsFinder) -> tuple[Rule, ...]:
    finder.for_path(Path())
    return finder.rules()


def _called(code: str, finder: SettingsFinder) -> Rule:
    """The rule of that code or name. Only where it isn't ours do the settings matter."""
    found = _named(code, finder.rules()) or _named(code, _every(finder))
    if found is not None:
        return found
    from daft_lint.documents.invalid import nearest

    begun = [rule.code for rule in finder.rules() if rule.code.startswith(code.upper())][:1]
    names = [name for rule in finder.rules() for name in (rule.code, rule.name)]
    raise click.UsageError(f"`{code}` is no rule; {nearest(code, begun or names)}")


def _named(code: str, rules: tuple[Rule, ...]) -> Rule | None:
    fitting = (one for one in rules if code.upper() == one.code or code.lower() == one.name)
    return next(fitting, None)


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
