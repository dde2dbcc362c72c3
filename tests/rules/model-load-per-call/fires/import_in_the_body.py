import daft
from daft import DataType


@daft.func(return_dtype=DataType.list(DataType.float32()), use_process=True)
def embed(text: str):
    import torch
    from transformers import AutoModel, AutoTokenizer

    device = "cuda" if torch.cuda.is_available() else "cpu"
    tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")  # expect
    model = AutoModel.from_pretrained("bert-base-uncased").to(device)  # expect
    inputs = tokenizer(text, return_tensors="pt").to(device)
    return model(**inputs).pooler_output[0].tolist()
