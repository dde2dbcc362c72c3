from daft import coalesce, col  # expect
from daft.context import set_runner_ray  # expect

set_runner_ray()
first = coalesce(col("a"), col("b"))
