import daft


@daft.func
def extract(path: str) -> str:  # finds DFT113 possible: runs `extract` in one process
    import pypdf

    return pypdf.PdfReader(path).pages[0].extract_text()


df = daft.from_glob_path("s3://b/*.pdf").with_column("text", extract(daft.col("path")))
first = df.with_column("n", daft.col("text").length())
second = df.with_column("m", daft.col("text").lower())

for name, frame in [("first", first), ("second", second)]:
    frame.sort("text").write_parquet(name)  # finds DFT207: run for several frames that share it
