class Node:
    count = 16

    def __init__(self):
        type(self).count -= 1
