# Daft 0.6.4
import daft

with open("text.txt", "w") as text:
    text.write("hello world")
file = daft.File("text.txt")
print(file.read(5), file.tell(), file.seek(0), file.read(), file.closed())
file.close()
print(file.closed())
