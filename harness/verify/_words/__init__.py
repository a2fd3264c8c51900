"""The words of a claim that are neither literals nor denials: found, put in another's place, or added."""
