import daft

with open("text.txt", "w") as text:
    text.write("hello world")
file = daft.File("text.txt")
with file.open() as opened:
    print(opened.read(5), opened.tell(), opened.seek(0), opened.read(), opened.closed())
print(opened.closed())
