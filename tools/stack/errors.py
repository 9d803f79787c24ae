"""The error whose text the stack prints for its user."""


class StackError(Exception):
    """An error that the user can fix. The text is one sentence that says what went wrong and how to fix it."""
