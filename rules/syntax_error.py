"""DFT900: a file that is no Python program."""

from daft_lint.rule import Rule

RULE = Rule(
    "DFT900",
    "syntax-error",
    """A file can't be read as Python.

## What it does

Reports a file that Python itself can't parse, with Python's own message. Nothing else is found in
such a file. A file that doesn't mention Daft is only read, and reported, if it is part of a program
that does.

## Why it is bad

A pipeline in it can't run, and can't be checked.

## Example

```python
df = daft.from_pydict({"path": paths}
```

## Use instead

```python
df = daft.from_pydict({"path": paths})
```

## Fix safety

There is no fix.

## References

- [The Python tutorial: syntax errors](https://docs.python.org/3/tutorial/errors.html#syntax-errors)
""",
    since="0.1.0",
)
