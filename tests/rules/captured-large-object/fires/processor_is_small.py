import daft
from transformers import AutoProcessor

processor = AutoProcessor.from_pretrained("openai/whisper-tiny")


@daft.func
async def tokens(text: str) -> int:
    return len(processor(text).input_ids)  # expect
