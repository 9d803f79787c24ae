"""The environment of a process of either tower: its variables, its version and its memory."""
