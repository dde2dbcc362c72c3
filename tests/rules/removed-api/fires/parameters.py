import daft
from daft import DataType

daft.set_execution_config(
    enable_aqe=True,  # expect
    min_cpu_per_task=0.5,  # expect
)
df = daft.read_csv("x.csv", schema_hints={"a": DataType.int64()})  # expect
df = daft.sql("select * from df where a > b", b=1, catalog=None)
