from pydantic import BaseModel
from pydantic_settings import BaseSettings


class Pool(BaseModel):
    actors: int = 8


class Limits(BaseSettings):
    actors: int = 16


POOL = Pool()
LIMITS = Limits()
