"""The secret search finds a secret in each of the forms that it documents."""

import pytest

from testing.secret_search import contains_secret

CARD = "4242424242424242"


@pytest.mark.parametrize(
    ("text", "secret", "found"),
    [
        (f'{{"cc_number": "{CARD}"}}', CARD, True),
        ("4242 4242 4242 4242", CARD, True),
        ("4242-4242-4242-4242", CARD, True),
        (CARD, "4242 4242 4242 4242", True),
        ("NDI0MjQyNDI0MjQyNDI0Mg==", CARD, True),
        ("•••• 4242", CARD, False),
        ("password=p%C3%A4ss%20word", "päss word", True),
        ("a päss word b", "päss word", True),
        ('"cvc": "0731"', "0731", True),
        ("cvc=0731&x", "0731", True),
        ("0731", "0731", True),
        ("2026-11-20 12:00:00.0731+00", "0731", False),
        ("10731", "0731", False),
        ("7c9e6679-0731-40de-944b", "0731", False),
        ("code 123456.", "123456", True),
        ("", CARD, False),
    ],
)
def test_secret_is_found_in_every_form(text: str, secret: str, found: bool) -> None:
    assert contains_secret(text, secret) is found
