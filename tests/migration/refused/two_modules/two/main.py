from shared import Same

print(Same())
