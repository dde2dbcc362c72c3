import daft
import whisper
from daft import DataType


@daft.func.batch(return_dtype=DataType.string())
def transcribe(paths):
    model = whisper.load_model("base")  # expect
    return [model.transcribe(path)["text"] for path in paths.to_pylist()]
