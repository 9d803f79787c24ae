"""The specification's password rules, as a pure function: the caller passes the check for common passwords."""

from collections.abc import Callable

from apps.accounts import messages

LONGEST = 128


def broken_password_rules(password: str, *, is_common: Callable[[str], bool]) -> list[str]:
    """Return the sentence of each rule that the password breaks, in the order in which the screen shows them.

    `is_common` is called only if the password breaks no other rule.
    """
    broken = []
    if not any(letter.isupper() for letter in password):
        broken.append(messages.NO_UPPERCASE)
    if not any(letter.islower() for letter in password):
        broken.append(messages.NO_LOWERCASE)
    if not any(letter.isdecimal() for letter in password):
        broken.append(messages.NO_DIGIT)
    if all(letter.isalnum() or letter.isspace() for letter in password):
        broken.append(messages.NO_SPECIAL)
    if len(password) < 8:
        broken.append(messages.TOO_SHORT)
    if len(password) > LONGEST:
        broken.append(messages.too_long(most=LONGEST))
    if not broken and is_common(password):
        broken.append(messages.TOO_COMMON)
    return broken
