"""From records to causes: the stage ledger, the decision list, abstention."""
