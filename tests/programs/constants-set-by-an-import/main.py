import boot
import lib

lib.all_of_them()
