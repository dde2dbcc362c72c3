import daft
from daft import col

df = daft.from_pydict({"u": [1, 2], "rep": [3, None]})
df = df.with_column(
    "rep",
    col("rep")
    .is_null()  # if no neighbour was found
    .if_else(col("u"), col("rep")),  # expect
)
