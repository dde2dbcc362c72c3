from pipelines import run
from sessions import session

with session():
    run()
