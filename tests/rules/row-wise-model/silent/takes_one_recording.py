import daft
import whisper


@daft.cls(gpus=0.5, max_concurrency=2)
class Transcribe:
    def __init__(self) -> None:
        self.model = whisper.load_model("small")

    def __call__(self, path: str) -> str:
        return self.model.transcribe(path)["text"]
