"""Words that may stand for each other, by hand, one file a language; `harness/text/typed/kin.py` says how they are written."""
