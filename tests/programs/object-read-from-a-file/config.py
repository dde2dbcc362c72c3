import json
from dataclasses import dataclass


@dataclass
class Config:
    actors: int = 8


def load(path):
    with open(path) as file:
        return Config(**json.load(file))
