from base import Job


class Large(Job):
    pass


class Smaller(Large):
    ACTORS = 4


Large().run()
Smaller().run()
