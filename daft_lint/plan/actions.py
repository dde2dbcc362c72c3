"""The methods of frames that run them (Daft 0.7.26, `daft/dataframe/dataframe.py`)."""

from __future__ import annotations

from daft_lint.plan.pipeline import ActionKind

ACTIONS = {
    "collect": ActionKind.COLLECT,
    "show": ActionKind.SHOW,
    "count_rows": ActionKind.COUNT,
    "__len__": ActionKind.COUNT,
    "__iter__": ActionKind.ITERATE,
    "iter_rows": ActionKind.ITERATE,
    "iter_partitions": ActionKind.ITERATE,
    "to_arrow_iter": ActionKind.ITERATE,
    "to_torch_iter_dataset": ActionKind.ITERATE,
    "to_torch_dataloader": ActionKind.ITERATE,
    "to_torch_map_dataset": ActionKind.TO_DRIVER,
    "to_pandas": ActionKind.TO_DRIVER,
    "to_arrow": ActionKind.TO_DRIVER,
    "to_pydict": ActionKind.TO_DRIVER,
    "to_pylist": ActionKind.TO_DRIVER,
    "to_ray_dataset": ActionKind.COLLECT,
    "to_dask_dataframe": ActionKind.COLLECT,
}
"""Each with what kind of action it is, but for those that begin with `write_`."""

WRITES = frozenset(
    {
        "write_bigtable",
        "write_clickhouse",
        "write_csv",
        "write_deltalake",
        "write_huggingface",
        "write_iceberg",
        "write_json",
        "write_lance",
        "write_paimon",
        "write_parquet",
        "write_sink",
        "write_sql",
        "write_turbopuffer",
    }
)
"""Those of Daft 0.7.26. A later Daft may have more, and many other classes have."""


def kind_of(method: str) -> ActionKind | None:
    """What kind of action a method of frames is, None when it is none."""
    return ActionKind.WRITE if method.startswith("write_") else ACTIONS.get(method)
