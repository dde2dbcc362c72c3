"""Which lines make a pipeline what it is."""

from __future__ import annotations

from daft_lint.pipelines.reading import read

_PROGRAM = """\
import daft
from daft import col

BATCH = 64
OTHER = 1
@daft.cls(max_concurrency=4)
class Tag:
    def __init__(self):
        self.model = 1

    @daft.method.batch(return_dtype=int, batch_size=BATCH)
    def tag(self, texts):
        return texts

@daft.udf(return_dtype=int)
def length(texts):
    return texts

def unused():
    pass

sizer = length.override_options(
    num_cpus=1).with_concurrency(2)
df = daft.read_parquet("a")
other = daft.read_parquet("b")
tag = Tag()
df = df.where(col("a") > 1).join(other, on="a")
df = df.repartition(8).with_column(
    "b",
    tag.tag(col("a")),
).with_column("c", sizer(col("b")))
print("x")
df.write_parquet("c")
"""


def test_a_pipeline_knows_the_lines_it_is_made_of() -> None:
    (pipeline,) = read(_PROGRAM, "job.py").pipelines
    spans = list(pipeline.spans)
    assert {span.path for span in spans} == {"job.py"}
    lines = {line for span in spans for line in range(span.line, span.end_line + 1)}
    left_out = [
        text for number, text in enumerate(_PROGRAM.splitlines(), 1) if number not in lines and text
    ]
    assert left_out == [
        "import daft",
        "from daft import col",
        "OTHER = 1",
        "def unused():",
        "    pass",
        "sizer = length.override_options(",
        "tag = Tag()",
        'print("x")',
    ]
