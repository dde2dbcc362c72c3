"""Writes files and reads them back, and writes to a sink and by a method that nobody knows."""

import sys
from pathlib import Path

import daft
from daft.io import DataSink
from daft.io.sink import WriteResult
from daft.recordbatch import MicroPartition
from daft.schema import Schema

folder = Path(sys.argv[1])


class Sink(DataSink):
    def schema(self):
        return Schema._from_field_name_and_types([("parts", daft.DataType.int64())])

    def write(self, micropartitions):
        for part in micropartitions:
            (folder / "sink").touch()
            yield WriteResult(part, 1, 1)

    def finalize(self, write_results):
        return MicroPartition.from_pydict({"parts": [len(write_results)]})


def write_unknown(frame):
    (folder / "unknown").touch()


daft.DataFrame.write_unknown = write_unknown
frame = daft.from_pydict({"number": [1, 2, 3]})
written = frame.write_parquet(folder / "out", write_mode="overwrite")
print(daft.read_parquet(written.to_pydict()["path"]).count_rows())
print(daft.read_parquet(f"{folder}/out/*.parquet").count_rows())
print(frame.write_sink(Sink()).count_rows())
