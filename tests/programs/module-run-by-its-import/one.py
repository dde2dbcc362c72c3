import nightly
