import pytest

from apps.accounts.messages import COUNTRY_CODE, EMAIL, NAME, NAME_LINK, PHONE
from apps.accounts.rules.profile_fields import (
    email_error,
    name_error,
    phone_error,
    plain_name,
    profile_errors,
)


@pytest.mark.parametrize(
    "email", ["diner@tablehawk.test", "a.b+c@sub.example.org", "O'Neil@example.org", "x@xn--bcher-kva.example"]
)
def test_plain_address_is_accepted(email: str) -> None:
    assert email_error(email) is None


@pytest.mark.parametrize(
    "email",
    [
        "",
        "x",
        "x@y",
        "x@localhost",
        "@example.org",
        "<a@example.org>",
        "Ada <a@example.org>",
        "a@example.org,b@example.org",
        "a;b@example.org",
        "a b@example.org",
        "a@example.org\r\nBcc: b@example.org",
        '"a"@example.org',
        "a@[127.0.0.1]",
        "a@exa mple.org",
        "a..b@example.org",
    ],
)
def test_other_addresses_are_refused(email: str) -> None:
    assert email_error(email) == EMAIL


@pytest.mark.parametrize("email", ["x@b\u00fccher.example", "x@\uff47mail.com"])
def test_other_spellings_of_a_domain_are_refused_for_a_new_address_only(email: str) -> None:
    assert profile_errors({"email": email}) == {"email": EMAIL}
    assert email_error(email) is None


@pytest.mark.parametrize(
    ("phone", "complaint"),
    [
        ("+12125550123", None),
        ("+4912125550123", None),
        ("+9992125550123", None),
        ("", COUNTRY_CODE),
        ("2125550123", COUNTRY_CODE),
        ("+", PHONE),
        ("+2125550123", PHONE),
        ("+1212555012", PHONE),
        ("+121255501234567", PHONE),
        ("+1 2125550123", PHONE),
        ("+1212555012x", PHONE),
        ("+02125550123", PHONE),
        ("+１2125550123", PHONE),
    ],
)
def test_phone_needs_a_country_code_and_ten_digits(phone: str, complaint: str | None) -> None:
    assert phone_error(phone) == complaint


def test_only_given_fields_are_checked() -> None:
    assert profile_errors({}) == {}
    assert profile_errors({"first_name": " ", "last_name": "", "email": "x", "phone": "1"}) == {
        "first_name": "First name is required!",
        "last_name": "Last name is required!",
        "email": EMAIL,
        "phone": COUNTRY_CODE,
    }


@pytest.mark.parametrize(
    "name",
    [
        "Ada", "O'Neill", "María-José", "Jr.", "María-José O'Neill Jr.", "J. R. R.",
        "J.Smith", "J.R.Smith", "St. John", "Ma.", "Nguyễn", "Nguye\u0302\u0303n",
        "Łukasz", "Ægir", "李小龍", "さくら", "김", "Иван", "Ἀριστοτέλης", "محمد", "דוד", "प्रिया", "ʻIolani", "d'Árc",
    ],
)  # fmt: skip
def test_name_in_any_script_is_accepted(name: str) -> None:
    assert name_error(name, missing="-") is None


@pytest.mark.parametrize(
    "name",
    [
        "you won $500, confirm at https://evil.example", "a/b", "a@b", "Ada1", "Ada\nAda", "Ada<b>", "Ada & Bob",
        "Ada, B", "\u202eadA", "Ada\u200f", "\u2066Ada\u2069", "A\u200bda", "Ada\u00ad", "Ada 🍕", "Ada_", "(Ada)", "-",
        ". '", "Ada!", "Ada\u2028", "٣", "Ⅷ",
    ],
)  # fmt: skip
def test_name_with_digits_link_or_control_character_is_refused(name: str) -> None:
    assert name_error(name, missing="-") == NAME


@pytest.mark.parametrize("name", ["evil.com", "Ada evil.co", "e-x.com", "bücher.example", "a.evil.com", "пример.рф"])
def test_name_that_mail_programs_turn_into_a_link_is_refused(name: str) -> None:
    assert name_error(name, missing="-") == NAME_LINK


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("O\u2019Neill", "O'Neill"),
        ("Jose\u0301", "José"),
        ("  Ada   Mary\u00a0Ann ", "Ada Mary Ann"),
        ("O'Neill", "O'Neill"),
    ],
)
def test_name_is_normalized(typed: str, kept: str) -> None:
    assert plain_name(typed) == kept
