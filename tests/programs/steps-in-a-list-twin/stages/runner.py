class Runner:
    def __init__(self, steps):
        self.steps = steps

    def __call__(self, df):
        for number, step in enumerate(self.steps):
            print(number, step)
            df = step(df)
        return df


class Builder:
    def __init__(self):
        self.steps = []

    def add(self, step):
        self.steps.append(step)
        return self

    def run(self, df):
        for step in self.steps:
            df = step(df)
        return df
