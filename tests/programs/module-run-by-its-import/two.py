import nightly

print(nightly.df)
