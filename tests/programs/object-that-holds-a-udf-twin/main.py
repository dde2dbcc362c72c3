import daft
from enriching import Enriching

Enriching().enrich(daft.range(2000)).write_parquet("out")
