from .pipelines import run as start
