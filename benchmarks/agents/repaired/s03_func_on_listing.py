"""PDFs are listed, fetched and parsed by a function without a pool."""

import daft
from daft import col


@daft.func(return_dtype=daft.DataType.string())
def parse(data: bytes):
    import pypdf

    return pypdf.PdfReader(data).pages[0].extract_text()


# daft-lint: rows=1_200
pdfs = daft.from_glob_path("s3://papers/*.pdf")
pdfs = pdfs.into_partitions(16).with_column("text", parse(col("path").download()))
pdfs.select("path", "text").write_parquet("s3://papers/text")
