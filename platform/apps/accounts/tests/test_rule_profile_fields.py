import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.accounts.messages import COUNTRY_CODE, EMAIL, PHONE, PHONE_UNKNOWN
from apps.accounts.rules.profile_fields import (
    _address_error,
    email_error,
    phone_error,
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
        ("+442079460958", None),
        ("+390612345678", None),
        ("+4912125550123", PHONE),
        ("+33612345678", PHONE),
        ("+9992125550123", PHONE_UNKNOWN),
        ("+4402079460958", PHONE_UNKNOWN),
        ("+10000000000", PHONE_UNKNOWN),
        ("+11234567890", PHONE_UNKNOWN),
        ("+12121550123", PHONE_UNKNOWN),
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


LABELS = st.text("abz019-_xn", max_size=66)


@given(st.lists(LABELS, min_size=1, max_size=3), st.lists(LABELS, min_size=1, max_size=5))
@example(before=["a" * 64], after=["x" * 63, "x" * 63, "x" * 61, "example"])
@example(before=["a" * 64], after=["x" * 63, "x" * 63, "x" * 50, "example"])
@example(before=["a" * 65], after=["example", "org"])
@example(before=["a"], after=["xn--a", "example"])
def test_the_short_way_for_simple_addresses_refuses_the_same_ones(before: list[str], after: list[str]) -> None:
    email = f"{'.'.join(before)}@{'.'.join(after)}"
    assert email_error(email) == _address_error.__wrapped__(email)
