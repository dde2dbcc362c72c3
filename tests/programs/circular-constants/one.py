from two import B

A = B * 2
