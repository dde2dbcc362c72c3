from base import Job
from udfs import Embed


class Small(Job):
    def __init__(self):
        super().__init__(Embed)


Small().run()
