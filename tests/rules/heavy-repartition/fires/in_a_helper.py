import daft
from daft import col


def with_images(df):
    return df.with_column("image", col("path").download().decode_image().resize(224, 224))


def spread(df, partitions=48):
    return df.repartition(48)  # expect


spread(with_images(daft.from_glob_path("s3://bucket/*.jpg"))).write_lance("images.lance")
