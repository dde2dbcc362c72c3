from pydantic import BaseModel, ConfigDict, field_validator


class Capped(BaseModel):
    batch: int = 10
    actors: int = 4

    @field_validator("batch")
    @classmethod
    def cap(cls, batch):
        return min(batch, 10)


class Settings(Capped):
    model_config = ConfigDict(validate_assignment=True)


class Below(Settings):
    pass


class Strict(Capped, validate_assignment=True):
    pass


class Other(BaseModel):
    model_config = ConfigDict(validate_assignment=True)
    batch: int = 10
    actors: int = 4

    @field_validator("actors")
    @classmethod
    def cap(cls, actors):
        return min(actors, 4)
