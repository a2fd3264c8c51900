"""Systems that are not ours, asked a question at a time: one file a way of asking."""
