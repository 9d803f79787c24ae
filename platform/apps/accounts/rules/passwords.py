"""The specification's password rules. Pure: the caller passes the check for common passwords."""

from collections.abc import Callable

LONGEST = 128
TOO_COMMON = "This password is one of the most common ones. Please choose another."


def broken_password_rules(password: str, *, is_common: Callable[[str], bool]) -> list[str]:
    """Return the sentence of each rule that the password breaks, in the order in which the screen shows them."""
    broken = []
    if not any(letter.isupper() for letter in password):
        broken.append("One uppercase character")
    if not any(letter.islower() for letter in password):
        broken.append("One lowercase character")
    if not any(letter.isdecimal() for letter in password):
        broken.append("One number")
    if all(letter.isalnum() or letter.isspace() for letter in password):
        broken.append("One special character")
    if len(password) < 8:
        broken.append("Must be at least 8 characters in length")
    if len(password) > LONGEST:
        broken.append(f"Must be at most {LONGEST} characters in length")
    if not broken and is_common(password):
        broken.append(TOO_COMMON)
    return broken
