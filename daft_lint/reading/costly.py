"""Well-known calls by their qualified names: what they build, and which of them wait."""

from __future__ import annotations

from enum import Enum
from fnmatch import fnmatchcase


class Built(Enum):
    """What a call builds."""

    MODEL = "model"
    CLIENT = "client"


# Loads weights or vocabularies, each time it is called.
_MODELS = (
    "clip.load",
    "diffusers.*.from_pretrained",
    "easyocr.Reader",
    "fasttext.load_model",
    "faster_whisper.WhisperModel",
    "insightface.app.FaceAnalysis",
    "joblib.load",
    "keras.models.load_model",
    "llama_cpp.Llama",
    "onnxruntime.InferenceSession",
    "open_clip.create_model_and_transforms",
    "paddleocr.PaddleOCR",
    "peft.*.from_pretrained",
    "pyannote.audio.Pipeline.from_pretrained",
    "sentence_transformers.CrossEncoder",
    "sentence_transformers.SentenceTransformer",
    "spacy.load",
    "stanza.Pipeline",
    "tensorflow.keras.models.load_model",
    "tensorflow.saved_model.load",
    "tensorflow_hub.load",
    "timm.create_model",
    "tokenizers.Tokenizer.from_*",
    "torch.hub.load",
    "torch.jit.load",
    "torch.load",
    "transformers.*.from_pretrained",
    "transformers.pipeline",
    "ultralytics.YOLO",
    "vllm.LLM",
    "whisper.load_model",
)
# Small, or keep what they loaded.
_NO_MODELS = ("transformers.*Config.from_pretrained",)

# Clients that hold connections, locks or threads.
_CLIENTS = (
    "anthropic.Anthropic",
    "boto3.client",
    "boto3.resource",
    "google.cloud.*.*Client",
    "google.cloud.*.Client",
    "httpx.Client",
    "openai.AzureOpenAI",
    "openai.OpenAI",
    "psycopg.connect",
    "psycopg2.connect",
    "pymongo.MongoClient",
    "pymysql.connect",
    "redis.Redis",
    "redis.from_url",
    "sqlalchemy.create_engine",
)
# Pickling these raises TypeError. Measured with Python 3.11, boto3 1.4x, openai, anthropic, httpx,
# redis, SQLAlchemy and pymongo of 2026, and the standard library.
_UNPICKLABLE = (
    "anthropic.Anthropic",
    "boto3.client",
    "boto3.resource",
    "concurrent.futures.ThreadPoolExecutor",
    "httpx.Client",
    "openai.AzureOpenAI",
    "openai.OpenAI",
    "pymongo.MongoClient",
    "redis.Redis",
    "sqlalchemy.create_engine",
    "sqlite3.connect",
    "threading.Lock",
    "threading.RLock",
)
_HTTP = ("delete", "get", "head", "options", "patch", "post", "put", "request")
_MODULES_THAT_WAIT = (
    *(f"requests.{verb}" for verb in _HTTP),
    *(f"httpx.{verb}" for verb in _HTTP),
    "urllib.request.urlopen",
    "urllib.request.urlretrieve",
)
# Ways of clients to the network, below what they are made of.
_METHODS_THAT_WAIT = {
    "anthropic.Anthropic": ("messages.create",),
    "boto3.client": (
        "converse",
        "copy_object",
        "delete_object",
        "detect_*",
        "download_file",
        "download_fileobj",
        "get_item",
        "get_object",
        "head_object",
        "invoke_endpoint",
        "invoke_model",
        "list_objects_v2",
        "put_item",
        "put_object",
        "upload_file",
        "upload_fileobj",
    ),
    "httpx.Client": _HTTP,
    "openai.AzureOpenAI": ("*.create", "*.parse", "*.generate"),
    "openai.OpenAI": ("*.create", "*.parse", "*.generate"),
    "requests.Session": _HTTP,
    "requests.session": _HTTP,
}


def built_by(name: str) -> Built | None:
    """What a call of something builds each time, None for all that isn't known to be costly."""
    if _one_of(name, _MODELS) and not _one_of(name, _NO_MODELS):
        return Built.MODEL
    return Built.CLIENT if _one_of(name, _CLIENTS) else None


def is_unpicklable(name: str) -> bool:
    """Whether what a call of something gives can't be pickled."""
    return name in _UNPICKLABLE


def waits(name: str) -> bool:
    """Whether a call of something waits for the network."""
    return name in _MODULES_THAT_WAIT


def method_waits(made_by: str, method: str) -> bool:
    """Whether a method, such as `messages.create`, of what a call gives waits for the network."""
    return _one_of(method, _METHODS_THAT_WAIT.get(made_by, ()))


def _one_of(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
