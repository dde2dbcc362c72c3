import app

app.start(8)
