STEPS = {}


def step(name):
    def register(function):
        STEPS[name] = function
        return function

    return register
