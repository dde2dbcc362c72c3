from cluster import NODES

ACTORS = 4 * NODES
