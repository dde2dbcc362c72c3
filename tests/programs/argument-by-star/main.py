import json

from pipelines import run

run(**json.load(open("arguments.json")))
