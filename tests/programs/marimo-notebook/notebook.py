import marimo

app = marimo.App(width="medium")


@app.cell
def _(Embed, ROWS, daft, spread):
    df = daft.from_pydict({"a": list(range(ROWS))})
    df.with_column("b", Embed().run(df["a"])).write_parquet("few")  # finds DFT101 certain: only 1 task for 2 workers
    other = spread(df).with_column("b", Embed().run(df["a"]))
    other.write_parquet("many")
    return (df,)


@app.cell(hide_code=True)
def _(daft):
    ROWS = 1600

    @daft.cls(max_concurrency=8)
    class Embed:
        @daft.method.batch(return_dtype=daft.DataType.int64(), batch_size=100)
        def run(self, a): ...
    return Embed, ROWS


@app.function
def spread(frame):
    return frame.into_partitions(2)


@app.cell
def _():
    import daft
    return (daft,)


if __name__ == "__main__":
    app.run()
