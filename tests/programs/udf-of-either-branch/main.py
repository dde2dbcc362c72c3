import sys

import daft
from daft import col
from udfs import Mock, Real, Tuned, chosen

mock = "--mock" in sys.argv

if mock:
    model = Mock()
else:
    model = Tuned()
df = daft.range(1000)
df = df.with_column("v", model.run(col("id")))  # finds DFT102 likely via udfs.py: 2 of the 4 actors of `Mock.run`
df.write_parquet("out")

column = Tuned().run(col("id")) if mock else Real().run(col("id"))  # finds DFT102 likely via udfs.py: 4 of the 8 actors of `Real.run`
df = daft.range(1000)
df = df.with_column("v", column)
df.write_parquet("out")

model = Tuned() if mock else Real()
df = daft.range(1000)
df = df.select(model.run(col("id")).alias("v"))  # finds DFT102 likely via udfs.py: 4 of the 8 actors of `Real.run`
df.write_parquet("out")

run = chosen(mock)
df = daft.range(1000)
df = df.with_columns({"v": run(col("id"))})  # finds DFT102 likely via udfs.py: 4 of the 8 actors of `Real.run`
df.write_parquet("out")

column = col("id") + 1 if mock else Real().run(col("id"))  # finds DFT102 likely via udfs.py: 4 of the 8 actors of `Real.run`
df = daft.range(1000)
df = df.with_column("v", column)
df.write_parquet("out")
