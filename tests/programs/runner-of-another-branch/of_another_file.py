from environment import IS_PROD, boot
from jobs import small

boot()
if not IS_PROD:
    small()
