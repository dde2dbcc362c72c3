def start(actors):
    print(actors)


def run(actors):
    print(actors)
