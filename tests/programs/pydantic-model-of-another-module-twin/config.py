from pydantic import BaseModel


class Pool(BaseModel):
    actors: int = 8


POOL = Pool(actors=4)
LATE = Pool()
LATE.actors = 4
