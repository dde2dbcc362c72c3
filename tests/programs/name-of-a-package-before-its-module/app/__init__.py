from app.settings import Settings

settings = Settings(actors=8)
