HOOKS = []
OPTIONS = {"parts": 1}


class Options:
    parts = 1


class Stage:
    known = {}

    def __init_subclass__(cls):
        Stage.known[cls.__name__] = cls

    def apply(self, df):
        return df


class App:
    def __init__(self):
        self.steps = []

    def use(self, step):
        self.steps.append(step)

    def run(self, df):
        for step in self.steps:
            df = step(df)
        return df


app = App()


def on(step):
    HOOKS.append(step)
    return step


def hooked(df):
    for step in HOOKS:
        df = step(df)
    return df


def configure(**options):
    OPTIONS.update(options)


def patch(parts):
    Options.parts = parts


def stage(name):
    return Stage.known.get(name, Stage)()
