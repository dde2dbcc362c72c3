# Daft 0.5.22
import daft
from daft import col

df = daft.from_pydict({"j": ['{"a": 1}', '{"a": 2}'], "n": [1, 2], "l": [[1, 2], [3]]})
print(df.select(col("j").json.query(".a")).to_pydict())
print(df.select(col("j").json.query(jq_query=".a").alias("x")).to_pydict())
print(df.select(col("l").list.lengths()).to_pydict())
print(df.select(daft.to_struct(col("n"), col("j")).alias("s")).to_pydict())
print(df.select(daft.Expression.to_struct(col("n"), col("j")).alias("s")).to_pydict())
daft.set_execution_config(use_experimental_distributed_engine=True)
