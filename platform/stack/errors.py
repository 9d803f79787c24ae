"""The stack's error for users."""


class StackError(Exception):
    """An error that the user can fix. Its text is one sentence that says how."""
