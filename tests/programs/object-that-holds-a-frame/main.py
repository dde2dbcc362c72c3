from building import Building

Building(1000).embed().write("few")
Building(2000).embed().write("many")
