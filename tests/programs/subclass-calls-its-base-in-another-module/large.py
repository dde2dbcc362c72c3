from base import Job
from udfs import Embed


class Large(Job):
    def __init__(self):
        super().__init__(Embed, actors=8)


Large().run()
