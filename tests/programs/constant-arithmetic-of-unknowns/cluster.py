import os

NODES = os.cpu_count()
