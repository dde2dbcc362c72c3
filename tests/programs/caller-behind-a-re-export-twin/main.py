import app
import other

other.start(8)
other.run(8)
app.start(4)
