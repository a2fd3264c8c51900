"""Plants faults whose stage and cause are known and asks the attribution for them: its own confusion matrix.

Plants are made from outside, by editing documents, settings, answers and the server; nothing here asks the tracer, the
ledger or the rules where evidence is. `places.py` looks for it with a search of its own.
"""
