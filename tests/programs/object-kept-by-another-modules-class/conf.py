from dataclasses import dataclass


@dataclass
class Config:
    batch: int = 400


config = Config()
