import click
import daft


@daft.cls(max_concurrency=8)
class Embed:
    @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
    def run(self, ids): ...


@click.group()
def cli(): ...


@cli.command()
def local():
    df = daft.range(1000)
    df.with_column("v", Embed().run(df["id"])).write_parquet("local")  # finds DFT101 possible: only 1 task


@cli.command()
def cluster():
    daft.set_runner_ray()
    df = daft.range(8000, partitions=4)
    df.with_column("v", Embed().run(df["id"])).write_parquet("all")


if __name__ == "__main__":
    cli()
