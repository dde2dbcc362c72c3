CPUS = 4


def actors(nodes, cpus=CPUS):
    return nodes * cpus
