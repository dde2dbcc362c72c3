import click
from pipelines import run


@click.command()
@click.option("--actors", default=8)
def main(actors=8):
    run(actors)


if __name__ == "__main__":
    main()
