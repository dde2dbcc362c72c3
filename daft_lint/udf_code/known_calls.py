"""Well-known calls by their qualified names: what they build, and which of them wait."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fnmatch import fnmatchcase

from daft_lint.records import dataclass


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


@dataclass(frozen=True, slots=True)
class _Client:
    """What is made by a call of `name`, and its methods that wait for the network.

    It is `costly` to make: it holds connections, locks or threads. One that is not `picklable`
    raises TypeError when it is pickled: measured with Python 3.11, boto3 1.4x, openai, anthropic,
    httpx, redis, SQLAlchemy and pymongo of 2026, and the standard library.
    """

    name: str
    waits: tuple[str, ...] = ()
    costly: bool = True
    picklable: bool = False


_HTTP = ("delete", "get", "head", "options", "patch", "post", "put", "request")
_CREATES = ("*.create", "*.parse", "*.generate")
_AWS = (
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
)
_CLIENTS = (
    _Client("anthropic.Anthropic", ("messages.create",)),
    _Client("asyncio.get_event_loop", ("run_until_complete",), costly=False),
    _Client("asyncio.new_event_loop", ("run_until_complete",), costly=False),
    _Client("azure.storage.blob.BlobServiceClient", ("*download_blob", "*upload_blob")),
    _Client("boto3.client", _AWS),
    _Client("boto3.resource", ("*.get", "*.put", "*download_file*", "*upload_file*")),
    _Client("concurrent.futures.ThreadPoolExecutor", costly=False),
    _Client("google.cloud.*.*Client", picklable=True),
    _Client("google.cloud.storage.Client", ("*download_*", "*upload_from_*"), picklable=True),
    _Client("google.cloud.*.Client", picklable=True),
    _Client("httpx.Client", _HTTP),
    _Client("openai.AzureOpenAI", _CREATES),
    _Client("openai.OpenAI", _CREATES),
    _Client("psycopg.connect", picklable=True),
    _Client("psycopg2.connect", picklable=True),
    _Client("pymongo.MongoClient"),
    _Client("pymysql.connect", picklable=True),
    _Client("redis.Redis"),
    _Client("redis.from_url", picklable=True),
    _Client("requests.Session", _HTTP, costly=False, picklable=True),
    _Client("requests.session", _HTTP, costly=False, picklable=True),
    _Client("sqlalchemy.create_engine"),
    _Client("sqlite3.connect", costly=False),
    _Client("threading.Lock", costly=False),
    _Client("threading.RLock", costly=False),
    _Client("urllib3.HTTPConnectionPool", ("request", "urlopen"), costly=False, picklable=True),
    _Client("urllib3.HTTPSConnectionPool", ("request", "urlopen"), costly=False, picklable=True),
    _Client("urllib3.PoolManager", ("request", "urlopen"), costly=False, picklable=True),
)
_MODULES_THAT_WAIT = (
    *(f"requests.{verb}" for verb in _HTTP),
    *(f"httpx.{verb}" for verb in _HTTP),
    "asyncio.run",
    "urllib.request.urlopen",
    "urllib.request.urlretrieve",
    "urllib3.request",
)


_PACKAGES = frozenset(
    each.partition(".")[0]
    for each in (*_MODELS, *_MODULES_THAT_WAIT, *(client.name for client in _CLIENTS))
) - {"asyncio", "concurrent", "threading", "urllib"}
_WAITING = ("asyncio.*", "subprocess.*", "time.sleep", "urllib.request.*")


def takes_its_time(name: str) -> bool:
    """Whether a call is of a package known for models or the network, or waits on purpose."""
    return name.partition(".")[0] in _PACKAGES or _one_of(name, _WAITING)


def built_by(name: str) -> Built | None:
    """What a call of something builds each time, None for all that isn't known to be costly."""
    if _one_of(name, _MODELS) and not _one_of(name, _NO_MODELS):
        return Built.MODEL
    return Built.CLIENT if any(client.costly for client in _made_by(name)) else None


def is_unpicklable(name: str) -> bool:
    """Whether what a call of something gives can't be pickled."""
    return any(not client.picklable for client in _made_by(name))


def waits(name: str) -> bool:
    """Whether a call of something waits for the network."""
    return name in _MODULES_THAT_WAIT


def method_waits(made_by: str, method: str) -> bool:
    """Whether a method, such as `messages.create`, of what a call gives waits for the network."""
    return any(_one_of(method, client.waits) for client in _made_by(made_by))


def _made_by(name: str) -> Iterator[_Client]:
    return (client for client in _CLIENTS if fnmatchcase(name, client.name))


def _one_of(name: str, patterns: tuple[str, ...]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)
