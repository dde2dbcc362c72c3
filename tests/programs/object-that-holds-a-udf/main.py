import daft
from enriching import Enriching

Enriching().enrich(daft.range(1000)).write_parquet("out")
