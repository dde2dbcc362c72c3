from four import fourth


def third(frame, embed):
    return fourth(frame, embed)
