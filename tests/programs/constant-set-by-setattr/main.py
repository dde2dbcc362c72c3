import settings
import udfs

setattr(settings, "ACTORS", 4)
udfs.run()
