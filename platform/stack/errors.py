"""The one way the stack says no."""


class StackError(Exception):
    """Something the person at the terminal can mend; its text is one sentence that says how."""
