BATCH = 500

from app.udfs import Embed
from app.run import run
