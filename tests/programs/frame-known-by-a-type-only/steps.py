from __future__ import annotations

from typing import TYPE_CHECKING

from udfs import Embed

if TYPE_CHECKING:
    from daft import DataFrame


def embedded(df: DataFrame) -> DataFrame:
    return df.with_column("v", Embed().run(df["id"]))  # finds DFT102 certain: batch_size=500 cuts the 1,000 rows
