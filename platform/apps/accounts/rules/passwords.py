"""The specification's password rule. Pure; the list of common passwords is asked for by the caller."""

from collections.abc import Callable

LONGEST = 128
TOO_COMMON = "This password is one of the most common ones. Please choose another."


def broken_password_rules(password: str, *, is_common: Callable[[str], bool]) -> list[str]:
    """Every sentence of the rule that the password breaks, in the order that the screen shows them."""
    complaints = []
    if not any(letter.isupper() for letter in password):
        complaints.append("One uppercase character")
    if not any(letter.islower() for letter in password):
        complaints.append("One lowercase character")
    if not any(letter.isdecimal() for letter in password):
        complaints.append("One number")
    if all(letter.isalnum() or letter.isspace() for letter in password):
        complaints.append("One special character")
    if len(password) < 8:
        complaints.append("Must be at least 8 characters in length")
    if len(password) > LONGEST:
        complaints.append(f"Must be at most {LONGEST} characters in length")
    if not complaints and is_common(password):
        complaints.append(TOO_COMMON)
    return complaints
