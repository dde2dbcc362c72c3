import daft
from daft import col

ACTORS = 12


@daft.cls(max_concurrency=ACTORS)
class Geocode:
    def __init__(self, index_path: str):
        self.index_path = index_path

    @daft.method.batch(return_dtype=daft.DataType.string(), batch_size=256)
    def lookup(self, addresses: daft.Series):
        return [address[:2] for address in addresses.to_pylist()]


geocode = Geocode("/mnt/index")


# daft-lint: workers=6
def main() -> None:
    df = daft.read_csv("s3://crm/addresses/*.csv")  # daft-lint: rows=600_000, partitions=40
    df = df.repartition(3)
    df = df.with_columns(
        {
            "region": geocode.lookup(col("address")),  # expect
            "street": col("address").split(",").get(0),
        }
    )
    df.write_parquet("s3://crm/regions")


if __name__ == "__main__":
    main()
