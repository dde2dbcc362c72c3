from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict


class Pool(BaseModel):
    batch: int = 10


class Cluster(BaseModel):
    pool: Pool = Pool()


@dataclass
class Limits:
    batch: int = 10


class Constants:
    batch = 10


class Holder(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    constants: Constants = Constants()


class Around(BaseModel):
    holder: Holder = Holder()


POOL = Pool()
SIZES = [10]


class Settings(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    pool: Pool = POOL
    cluster: Cluster = Cluster()
    limits: Limits = Limits()
    constants: Constants = Constants()
    pools: list[Pool] = [Pool()]
    sizes: list[int] = SIZES
