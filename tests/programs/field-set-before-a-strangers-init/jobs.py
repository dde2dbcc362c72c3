from somebody import Job


class Before(Job):
    def __init__(self):
        self.actors = 8
        super().__init__()


class Named(Job):
    def __init__(self, name):
        super().__init__(name)


class BeforeNamed(Named):
    def __init__(self):
        self.actors = 8
        super().__init__("nightly")


class Behind(Job):
    def __init__(self):
        super().__init__()
        self.actors = 8


class Alone:
    def __init__(self):
        self.actors = 8
        super().__init__()
