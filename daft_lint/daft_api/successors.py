"""What takes the place of names that Daft removed without naming a successor, or the wrong one.

Old and new were run beside each other, on the last release that has the old name and on 0.7.26:
`tests/daft_api/corpus`, by `benchmarks/removed_api.py`.
"""

from __future__ import annotations

_UNITY = "use `daft.catalog.__unity.{}`, which is private to Daft, so it may move"
_OPEN = "open the file first: `with file.open() as opened`, then `opened.{}`"
_SQL = "pass frames to `daft.sql` by the names of the tables: `daft.sql(query, name=frame)`"
_CATALOGS = "use `daft.Catalog.from_glue` or `daft.Catalog.from_unity`, and `read` of its tables"
_LANCE = "use `daft_lance.{}`, of the package `daft-lance`"
_REST = "stop using `{}`: neither Daft nor `daft-lance` has Lance's REST services"

SUCCESSORS = {
    ("Expression", "to_struct"): ("daft.functions", "to_struct"),
    ("Series", "negative"): ("Series", "negate"),
    ("Series", "signum"): ("Series", "sign"),
    ("daft", "to_struct"): ("daft.functions", "to_struct"),
    ("daft.context", "set_runner_py"): ("daft", "set_runner_native"),
    ("daft.logging", "setup_debug_logger"): ("daft.logging", "setup_logger"),
}
"""The module or class and the name that do the same, with the same arguments."""

ADVICE = {
    ("File", "close"): "open the file with `with file.open() as opened`, which closes it",
    **{("File", name): _OPEN.format(name) for name in ("closed", "read", "seek", "tell")},
    **{(owner, "SQLCatalog"): _SQL for owner in ("daft.sql", "daft.sql.sql")},
    ("SQLCatalog", "register_table"): _SQL,
    **{
        (owner, name): _CATALOGS
        for owner in ("daft", "daft.io")
        for name in ("DataCatalogTable", "DataCatalogType")
    },
    **{("daft.io", name): _LANCE.format(name) for name in ("merge_columns", "merge_columns_df")},
    **{
        ("daft.io", name): _REST.format(name)
        for name in (
            "LanceRestConfig",
            "create_lance_table_rest",
            "register_lance_table_rest",
            "write_lance_rest",
        )
    },
    **{("daft.file", name): "use `daft.File`" for name in ("MemoryFile", "PathFile")},
    **{
        ("daft.udf", name): "use `daft.udf.UDF`"
        for name in ("StatefulUDF", "StatelessUDF", "UninitializedUdf")
    },
    **{("daft.udf", name): "use `daft.udf.Func`" for name in ("GeneratorUdf", "RowWiseUdf")},
    **{
        ("daft.unity_catalog", old): _UNITY.format(today)
        for old, today in (
            ("OAuth2Credentials", "OAuth2Credentials"),
            ("UnityCatalog", "UnityCatalogClient"),
            ("UnityCatalogTable", "UnityCatalogTable"),
        )
    },
}
"""What a person does without a name, where nothing takes the same arguments."""

PARAMETER_SUCCESSORS = {
    ("cosine_distance", "left_embedding"): "left",
    ("cosine_distance", "right_embedding"): "right",
    ("file", "expr"): "url",
    ("read_csv", "schema_hints"): "schema",
    ("read_json", "schema_hints"): "schema",
    ("read_lance", "url"): "uri",
    ("read_parquet", "schema_hints"): "schema",
}
"""What a parameter of a function is called today, where the table alone can't tell."""

PARAMETER_ADVICE = {
    ("from_gravitino", "catalog"): "give the client's `endpoint` and `metalake_name` instead",
    ("hash", "expr"): "give it first, without a name",
    ("image_hash", "algorithm"): "use `method`, whose values have other names",
    ("read_lance", "rest_config"): _REST.format("rest_config"),
    ("read_parquet", "on"): "give `checkpoint` a `daft.CheckpointConfig` that has it",
    ("set_execution_config", "worker_startup_timeout"): (
        "give it to `daft.set_runner_ray`, which takes it since Daft 0.7.15"
    ),
    ("split", "regex"): "leave it out, and use `regexp_split` if it was true",
}
"""What a person does without a parameter, where leaving it out isn't enough."""
