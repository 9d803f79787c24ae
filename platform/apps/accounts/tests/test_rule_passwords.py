import pytest

from apps.accounts.messages import TOO_COMMON
from apps.accounts.rules.passwords import broken_password_rules


@pytest.mark.parametrize(
    ("password", "complaints"),
    [
        ("Table4two!", []),
        ("Übergröße 4 ÄÖ?", []),
        ("table4two!", ["One uppercase character"]),
        ("TABLE4TWO!", ["One lowercase character"]),
        ("Tablefortwo!", ["One number"]),
        ("Table4two", ["One special character"]),
        ("Table4 two", ["One special character"]),
        ("Tab4le!", ["Must be at least 8 characters in length"]),
        ("Aa1!" + "x" * 124, []),
        ("Aa1!" + "x" * 125, ["Must be at most 128 characters in length"]),
        (
            "",
            [
                "One uppercase character",
                "One lowercase character",
                "One number",
                "One special character",
                "Must be at least 8 characters in length",
            ],
        ),
    ],
)
def test_password_is_checked_by_the_specifications_rules(password: str, complaints: list[str]) -> None:
    assert broken_password_rules(password, is_common=lambda _: False) == complaints


def test_common_password_that_meets_the_rules_is_refused() -> None:
    assert broken_password_rules("Passw0rd!", is_common=lambda password: password == "Passw0rd!") == [TOO_COMMON]
