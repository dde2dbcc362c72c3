from steps import embedded
from udfs import Embed, Frame

embedded(Frame(), Embed())
