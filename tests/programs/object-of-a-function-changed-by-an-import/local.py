from settings import settings

settings().actors = 8
