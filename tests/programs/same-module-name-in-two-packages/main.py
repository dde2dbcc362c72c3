import bad.embed
import good.embed
