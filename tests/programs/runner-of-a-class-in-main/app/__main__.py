from .pipelines import build
from .session import Session

Session("ray://head:10001").write(build())
