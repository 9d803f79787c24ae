"""Phone numbers as people write, paste and export them."""

import phonenumbers
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from apps.accounts.rules.profile_fields import phone_error
from apps.common.rules import phones
from apps.common.rules.phones import plain_phone

NEW_YORK = "+12125550123"
LONDON = "+442079460958"
INVISIBLE = "\u202a\u202c\u200b\u200e\u2066\u2069\ufeff\u00ad"
SEPARATORS = ["", " ", "\u00a0", "\u202f", "-", "\u2011", "\u2013", ".", "/"]
DIGITS = ["0123456789", "０１２３４５６７８９", "٠١٢٣٤٥٦٧٨٩", "۰۱۲۳۴۵۶۷۸۹", "०१२३४५६७८९"]


@pytest.mark.parametrize(
    ("text", "code", "phone"),
    [
        ("2125550123", "+1", NEW_YORK),
        ("12125550123", "+1", NEW_YORK),
        ("+1 (212) 555-0123", "+1", NEW_YORK),
        ("+1 (212) 555-0123", "+44", NEW_YORK),
        ("(+1) 212 555 0123", "", NEW_YORK),
        ("tel:+1-212-555-0123", "", NEW_YORK),
        ("tel:2125550123;phone-context=+1", "", NEW_YORK),
        ("(212) 555-0123 ext. 5", "+1", NEW_YORK),
        ("+1 212 555 0123 x99", "", NEW_YORK),
        ("2125550123.0", "+1", NEW_YORK),
        ("2125550123", "US", NEW_YORK),
        ("(800) FLOWERS", "+1", "+18003569377"),
        ("+44 (0)20 7946 0958", "", LONDON),
        ("0044 20 7946 0958", "", LONDON),
        ("00442079460958", "+1", LONDON),
        ("011 44 20 7946 0958", "+1", LONDON),
        ("011442079460958", "", LONDON),
        ("020 7946 0958", "+44", LONDON),
        ("020 7946 0958", "gb", LONDON),
        ("0113 496 0123", "44", "+441134960123"),
        ("+39 (0)6 1234 5678", "", "+390612345678"),
        ("06 1234 5678", "39", "+390612345678"),
    ],
)
def test_a_number_is_read_as_its_writer_means_it(text: str, code: str, phone: str) -> None:
    assert plain_phone(text, country_code=code) == phone
    assert phone_error(phone) is None


@pytest.mark.parametrize(
    "text",
    ["", "abc", "+", "212555O123", "212555012O3", "212555012", "21255501234", "+9992125550123", "2.12556E+09",
     "0000000000", "+1 (212) 555-0123 / +1 646 555 0100", "2125550123, 6465550100", "+1 555 555 5555 5", "1234567890"],
)  # fmt: skip
def test_what_is_no_number_is_refused(text: str) -> None:
    assert phone_error(plain_phone(text, country_code="+1")) is not None


def test_a_number_without_a_country_code_stays_without_one() -> None:
    assert plain_phone("(212) 555-0123") == "(212) 555-0123"


@given(st.data())
def test_separators_invisible_characters_and_digits_of_any_script_change_nothing(data: st.DataObject) -> None:
    digits = data.draw(st.sampled_from(DIGITS))
    prefix = data.draw(st.sampled_from(["+1", "001", "0111", "1", "", "tel:+1"]))
    written = "".join(
        f"{digits[int(digit)]}{data.draw(st.sampled_from([*SEPARATORS, *INVISIBLE]))}" for digit in "2125550123"
    )
    ends = st.text(INVISIBLE, max_size=2)
    text = f"{data.draw(ends)}{prefix} {written.rstrip('/')}{data.draw(ends)}"
    assert plain_phone(text, country_code="+1") == NEW_YORK


@given(st.sampled_from(sorted(phonenumbers.SUPPORTED_REGIONS)))
def test_the_numbers_of_each_country_are_read_in_its_own_ways_of_writing(region: str) -> None:
    number = phonenumbers.example_number(region)
    assert number is not None
    plain = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    for style in (phonenumbers.PhoneNumberFormat.INTERNATIONAL, phonenumbers.PhoneNumberFormat.RFC3966):
        assert plain_phone(phonenumbers.format_number(number, style), country_code="+1") == plain
    national = phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.NATIONAL)
    assert plain_phone(national, country_code=region) == plain


@given(
    st.sampled_from(["", "2125550123", "3210000", "242321000", "447911123456", "0111442079460123"]),
    st.text("+0123456789 ()-x\u202a", max_size=12),
    st.integers(0, 16),
    st.sampled_from(["", "+1", "44", "ZZ", "1-242", "+"]),
)
@example(number="", inserted="+", place=0, code="+")
@example(number="321000", inserted="x0x", place=6, code="1-242")
@example(number="212555", inserted="xxxx", place=6, code="+1")
@example(number="212550123", inserted="x5x", place=4, code="+1")
def test_an_accepted_number_is_one_of_a_country_and_has_no_digit_that_was_not_written(
    number: str, inserted: str, place: int, code: str
) -> None:
    text = f"{number[:place]}{inserted}{number[place:]}"
    phone = plain_phone(text, country_code=code)
    if phone_error(phone) is None:
        assert phonenumbers.is_valid_number(phonenumbers.parse(phone))
        assert plain_phone(phone) == phone
        without_extension = text.split("x")[0]
        assert "".join(filter(str.isdigit, without_extension)).endswith(phone[-7:])


@given(
    st.sampled_from(["+1 ", "+1-", "+1", "1 ", "1", ""]),
    st.from_regex(r"(?:\([2-9][0-9]{2}\)|[2-9][0-9]{2})[ .-]{0,2}[0-9]{3}[ .-]?[0-9]{4}", fullmatch=True),
    st.sampled_from(["1", "US"]),
)
def test_the_short_way_for_north_american_numbers_reads_them_as_phonenumbers_does(
    prefix: str, national: str, code: str
) -> None:
    number = phonenumbers.parse(prefix + national, "US")
    short = phones._usual(prefix + national, code=code)
    assert short == phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)
    assert phones.is_number(short) == phonenumbers.is_valid_number(number)
    assert phones.national_digits(short) == len(phonenumbers.national_significant_number(number))
