import daft
import app


def run():
    df = daft.range(1000)
    df = df.with_column("v", app.Embed().run(df["id"]))  # finds DFT102 certain via app/__init__.py: batch_size=500 cuts the 1,000 rows
    df.write_parquet("out")
