import click
import daft
from udfs import embed_of


@click.command()
def main():
    print("done")


main(standalone_mode=False)
df = daft.range(400).into_partitions(2)
df = df.with_column("v", embed_of(400).run(df["id"]))  # finds DFT102 certain: batch_size=400
df.write_parquet("out")
