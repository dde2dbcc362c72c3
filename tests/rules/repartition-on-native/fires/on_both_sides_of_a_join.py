import daft
from daft import col

daft.set_runner_native()

users = daft.read_parquet("users/").repartition(8, "id")  # expect
visits = daft.read_parquet("visits/").repartition(8, "user")  # expect
joined = users.join(visits, left_on="id", right_on="user")
joined.write_parquet("joined")
