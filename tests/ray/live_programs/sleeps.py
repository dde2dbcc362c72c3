"""It never comes to an end."""

import time

time.sleep(3600)
