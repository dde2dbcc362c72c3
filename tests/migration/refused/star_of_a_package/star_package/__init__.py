from .udfs import *
