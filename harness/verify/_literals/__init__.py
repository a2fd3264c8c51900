"""Numbers, units, dates and the like of a claim: where they stand in the spans, and how one follows that stands nowhere."""
