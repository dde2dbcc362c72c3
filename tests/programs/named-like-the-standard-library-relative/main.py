import app.embed
