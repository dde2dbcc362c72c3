import base


class Small(base.Job):
    ACTORS = 4


Small().run()
