HOOKS = []


def on_start(f):
    HOOKS.append(f)
    return f


def start():
    for hook in HOOKS:
        hook()
