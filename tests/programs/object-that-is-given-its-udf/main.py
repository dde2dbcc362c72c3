import daft
from enriching import Enriching
from udfs import Large, Small

small = Enriching(Small())
large = Enriching(Large())
small.enrich(daft.range(1000)).write_parquet("small")
large.enrich(daft.range(1000)).write_parquet("large")
