"""Each side has one repartition, and neither follows the other."""

import daft

users = daft.read_parquet("s3://users/").repartition(8, "id")
visits = daft.read_parquet("s3://visits/").repartition(32, "user")
users.join(visits, left_on="id", right_on="user").write_parquet("s3://joined")
