"""Counts the code: its size, its couplings and its documents, and keeps each count below a limit (`make house`)."""
