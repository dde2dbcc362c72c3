"""DFT301: `@daft.udf` goes away in Daft 0.8.0."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from daft_lint.findings import Fix, Related, Severity
from daft_lint.rule import Definition, Problem, definition_rule

if TYPE_CHECKING:
    from daft_lint.migration.udf_migration import Migration

_MOST_USES = 8
_FIRST_VERSION = (0, 7)


@definition_rule("DFT301", "legacy-udf", since="0.1.0")
def legacy_udf(definition: Definition) -> Iterator[Problem]:
    """A UDF made by `@daft.udf`, which Daft 0.8.0 removes.

    ## What it does

    Finds functions and classes that `daft.udf` turns into UDFs, as a decorator or called as
    `daft.udf(...)(f)`. Its fix rewrites what has a decorator, its uses in the same file, and the
    imports.

    | legacy | new |
    | --- | --- |
    | `@daft.udf(...)` on a function | `@daft.func.batch(...)` |
    | `@daft.udf(...)` on a class | `@daft.cls(...)`, and `@daft.method.batch(...)` on `__call__` |
    | `num_cpus`, `num_gpus`, `concurrency` | `cpus`, `gpus`, `max_concurrency` |
    | `return_dtype`, `batch_size` of a class | on `@daft.method.batch` |
    | `concurrency` of a function | `f = f.with_concurrency(n)` below it |
    | `Embed(col("x"))` | `Embed()(col("x"))` |
    | `Embed.with_init_args("m")(col("x"))` | `Embed("m")(col("x"))` |

    `max_concurrency` on `@daft.func.batch` raises for a function that isn't async, so a function
    keeps its pool by `.with_concurrency`.

    ## Why it is bad

    Daft has warned about it since 0.7.0, and says that 0.8.0 removes it: code that uses it will
    fail then.

    ## Example

    ```python
    import daft
    from daft import DataType, col

    @daft.udf(return_dtype=DataType.int64(), num_cpus=1, batch_size=64, concurrency=2)
    class Add:
        def __init__(self, n: int = 1):
            self.n = n

        def __call__(self, values):
            return [value + self.n for value in values]

    df = daft.read_parquet("data/*.parquet")
    df = df.with_column("more", Add.with_init_args(n=5)(col("x")))
    ```

    ## Use instead

    ```python
    @daft.cls(cpus=1, max_concurrency=2)
    class Add:
        def __init__(self, n: int = 1):
            self.n = n

        @daft.method.batch(return_dtype=DataType.int64(), batch_size=64)
        def __call__(self, values):
            return [value + self.n for value in values]

    df = daft.read_parquet("data/*.parquet")
    df = df.with_column("more", Add(n=5)(col("x")))
    ```

    ## Fix safety

    Safe for functions, and for classes that only store their arguments, if no other file may import
    them and each use in the file is a call. Everything that differs was measured on Daft 0.7.26:

    - Without a concurrency, the threads of one process share one object of a new class; with the
      legacy API each had its own (two were made on two CPUs, now one). The actors of a pool on the
      native runner also share one, if a column holds Python objects. So the fix is unsafe for a
      class that does more in `__init__` than store its arguments, that changes itself, or that has
      a base class.
    - `ray_options` without a concurrency turn a new UDF into a pool of one actor: unsafe.
    - Arguments and init args must be picklable: unsafe if they may not be.
    - A new UDF can be called, but has no `.override_options` or `.run_on_process`: unsafe if it is
      returned, passed on or stored, or if another file may import a function.
    - SQL finds legacy UDFs by name, new ones only after `daft.attach_function`: unsafe if SQL may
      call the UDF.
    - With a `batch_size`, a legacy UDF gets batches wherever it is called, a new one only in
      `select`, `with_column`, `where` and joins: unsafe in a sort, a `groupby` or a window, and no
      edits in `map_groups` and `agg`, where each batch of a group gave a result of its own.
    - A list is cast to the return type after Daft has inferred one from it. That is the same for
      all types but `DataType.python()` and `DataType.map()`: no edits there, unless a `daft.Series`
      is returned. Unsafe if the type isn't known.
    - The new column is named after the first argument as written, no longer as in the signature: no
      edits where `f(y=col("b"), x=col("a"))` would rename it.
    - New UDFs raise your own error, not `daft.errors.UDFException`: no edits where that is caught.

    There are no edits either for `memory_bytes`, which has no equivalent; for a class that another
    file may import, or that is passed on before it gets its init args; for `daft.udf(...)(f)`;
    where a use sets options of its own, since the new API has one set for all; and
    where there is a second decorator. The finding says which of these it is.

    Definitions in a file that share one import of `udf` are rewritten together, so that the import
    can be removed. If one of them isn't safe, none is.

    ## References

    - [Migrating to Daft's new UDF API](https://docs.daft.ai/en/stable/custom-code/migration/)
    """
    from daft_lint.values.values import UdfForm

    udf = definition.udf
    if udf.form is not UdfForm.LEGACY or definition.daft_version < _FIRST_VERSION:
        return
    from daft_lint.migration.udf_migration import migration_of

    names = udf.names
    decorator = names.span(udf.decorator)
    migration = migration_of(names.document, definition.project, udf.span, decorator)
    yield Problem(
        span=udf.span,
        message=f"`{udf.name}` is made by `daft.udf`, which Daft 0.8.0 removes",
        remedy=_fix(migration),
        on_ray=False,
        severity=Severity.INFO,
        related=(Related(decorator, "the legacy decorator"), *_related(migration)),
        counts_in_tests=True,
    )


def _related(migration: Migration | None) -> Iterator[Related]:
    if migration is None:
        return
    if migration.obstacle and migration.place is not None:
        yield Related(migration.place, "why no fix does it")
    for use in sorted(set(migration.uses))[:_MOST_USES]:
        if use != migration.place:
            yield Related(use, "used here")


def _fix(migration: Migration | None) -> Fix:
    if migration is None:
        return Fix("use `@daft.func.batch` or `@daft.cls`")
    what = "`@daft.func.batch`"
    if migration.is_class:
        what = "`@daft.cls`, with `@daft.method.batch` on `__call__`"
    if migration.obstacle:
        return Fix(f"make it {what}, by hand: {migration.obstacle}")
    message = f"make it {what}"
    if migration.together > 1:
        message += f", one of {migration.together} that share the import of `udf`"
    if migration.doubts:
        message += f" (check: {'; '.join(migration.doubts)})"
    return Fix(message, migration.safety, migration.edits)
