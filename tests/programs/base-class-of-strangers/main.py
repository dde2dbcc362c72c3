from jobs import Nightly

ACTORS = 8
Nightly().run()
