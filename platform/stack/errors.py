"""The error that the stack shows to users."""


class StackError(Exception):
    """An error that the user can fix. The text is one sentence that says how."""
