from daft import func as udf

CONCURRENCY: int = 2 * 4


@udf(return_dtype=str, max_concurrency=CONCURRENCY)  # expect
def tag(title):
    return title.upper()
