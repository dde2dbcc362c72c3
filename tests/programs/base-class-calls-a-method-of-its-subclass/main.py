from jobs import Hourly, Nightly

Nightly().run()
Hourly().run()
