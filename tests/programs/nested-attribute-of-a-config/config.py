from dataclasses import dataclass, field

from pools import Pool


@dataclass
class Config:
    embed: Pool = field(default_factory=lambda: Pool(actors=8))
    tag: Pool = field(default_factory=Pool)


CONFIG = Config()
EXPLICIT = Config(embed=Pool(actors=12), tag=Pool(4))
