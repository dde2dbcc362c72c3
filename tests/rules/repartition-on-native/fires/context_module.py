import daft
from daft import col

daft.context.set_runner_native()

(
    daft.from_glob_path("scans/*.png")
    .into_partitions(16)  # expect
    .with_column("image", col("path").download().decode_image())
    .with_column("small", col("image").resize(64, 64))
    .write_parquet("thumbnails")
)
# also DFT310
