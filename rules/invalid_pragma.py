"""DFT902: a comment for daft-lint that can't be read."""

from daft_lint.rule import Rule

RULE = Rule(
    "DFT902",
    "invalid-pragma",
    """A comment meant for daft-lint can't be read.

## What it does

Reports a `# daft-lint:` comment with a word, a rule, a hint or a number that isn't known, and a
`# noqa` with a DFT code that doesn't exist. It names the nearest valid word.

It also reports a hint `partitions=` on a source whose partitions Daft or the code decides: a
listing by `from_glob_path` or `from_files` is one partition, whatever it lists. And it reports a
hint about the cluster, such as `workers=8`, that stands neither at the top of the file nor on a
function or step of a pipeline that runs; and a hint `rows=`, `partitions=` or `keeps=` that no
source or step takes, such as one on the line of a path or a write.

## Why it is bad

The comment silently does nothing: a finding isn't silenced, or a fact isn't used.

## Example

```python
df = daft.read_parquet(path)  # daft-lint: row=1_000_000
```

## Use instead

```python
df = daft.read_parquet(path)  # daft-lint: rows=1_000_000
```

## Fix safety

There is no fix.

## References

- [Suppressing findings](../suppressions.md)
- [Configuration](../configuration.md)
""",
    since="0.1.0",
)
