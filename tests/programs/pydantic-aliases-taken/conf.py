from typing import Annotated

from pydantic import AliasChoices, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel
from pydantic.dataclasses import dataclass
from shared import BY_NAME


class Plain(BaseModel):
    batch: int = Field(default=400, alias="batchSize")


class Named(BaseModel):
    model_config = ConfigDict(populate_by_name=True)
    batch: int = Field(default=400, alias="batchSize")


class Beside(BaseModel):
    batch: Annotated[int, Field(alias="batchSize")] = 400


class Read(BaseModel):
    batch: int = Field(400, validation_alias="size", alias="batchSize")


class Written(BaseModel):
    batch: int = Field(400, serialization_alias="size")


class Chosen(BaseModel):
    batch: int = Field(400, validation_alias=AliasChoices("size", "batchSize"))


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel)
    batch_size: int = 400
    actors: int = 4


class CamelByName(Camel):
    model_config = ConfigDict(populate_by_name=True)


class Shouted(BaseModel, alias_generator=str.upper):
    batch: int = 400


class ShoutedByName(Shouted, populate_by_name=True):
    pass


class Base(BaseModel):
    model_config = BY_NAME


class Below(Base):
    batch: int = Field(default=400, alias="batchSize")


@dataclass
class Listed:
    batch: int = Field(default=400, alias="batchSize")


class Hidden(BaseModel):
    _batch: int = 400
