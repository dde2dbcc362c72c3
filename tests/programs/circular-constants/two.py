from one import A

B = A * 2
