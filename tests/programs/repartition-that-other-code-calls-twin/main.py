import daft

from api import endpoint
from work import Steps, work

work(daft.range(1600), 8).write_parquet("a")
Steps().run(daft.range(1600), 8).write_parquet("b")
endpoint(daft.range(1600), "c")
