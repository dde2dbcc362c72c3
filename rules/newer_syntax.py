"""DFT903: a file in the syntax of a newer Python than the one that runs daft-lint."""

from daft_lint.rule import Rule

RULE = Rule(
    "DFT903",
    "newer-syntax",
    """A file is written for a newer Python than the one that runs daft-lint.

## What it does

Reports a file that the running Python can't parse, but a newer one can. Nothing else is found in
such a file: its pipelines aren't judged.

## Why it is bad

daft-lint reads code with the parser of the Python that it runs on.

## Example

```python
type Paths = list[str]
```

## Use instead

Run daft-lint with the Python that the finding names, or write it in a form that older versions
understand:

```python
from typing import TypeAlias

Paths: TypeAlias = list[str]
```

## Fix safety

There is no fix.

## References

- [What's new in Python](https://docs.python.org/3/whatsnew/index.html)
""",
    since="0.1.0",
)
