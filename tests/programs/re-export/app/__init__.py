from .conf import BATCH
