"""DFT901: a suppression that silences nothing."""

from daft_lint.rule import Rule

RULE = Rule(
    "DFT901",
    "unused-suppression",
    """A suppression comment silences nothing.

## What it does

Reports a `# daft-lint: ignore[...]`, `# daft-lint: ignore-file[...]` or `# noqa: DFT...` whose rule
finds nothing there. Rules that aren't selected are skipped, since it isn't known what they would
find. A bare `# noqa` is never reported, since other linters use it too.

## Why it is bad

The next person believes that there is a problem, and a new one of the same kind stays hidden.

## Example

```python
df = df.into_partitions(8)  # daft-lint: ignore[DFT101] small data
```

## Use instead

```python
df = df.into_partitions(8)
```

## Fix safety

Safe: nothing that runs changes. The fix removes the code, and the whole comment if it names no
other code; codes of other linters and the rest of the comment stay.

## References

- [Suppressing findings](../suppressions.md)
""",
    since="0.1.0",
)
