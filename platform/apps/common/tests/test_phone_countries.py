"""Which phones may get text messages: none of a calling code that is not listed, and no number whose owner is paid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.common.rules.phone_countries import country_key, is_abroad, is_served

ABROAD = ("242", "246", "264", "345", "441", "473", "649", "658", "721", "758", "809", "829", "849", "868", "876")
SERVICES = ("900", "700", "500", "521", "529", "533", "588")
AREAS = ("212", "416", "604", "917", "340", "787", "800", "520", "530", "845", "872")
REST = st.from_regex(r"[2-9][0-9]{6}", fullmatch=True)


@given(st.sampled_from(AREAS), REST)
def test_phones_of_the_united_states_and_canada_are_served(area: str, rest: str) -> None:
    assert is_served(f"+1{area}{rest}", calling_codes=["+1"])
    assert not is_abroad(f"+1{area}{rest}")


@given(st.sampled_from(ABROAD + SERVICES), REST)
def test_the_caribbean_and_paid_numbers_are_abroad(area: str, rest: str) -> None:
    assert not is_served(f"+1{area}{rest}", calling_codes=["+1", "+44"])
    assert is_served(f"+1{area}{rest}", calling_codes=["+1", f"+1{area}"])
    assert is_abroad(f"+1{area}{rest}")


@given(st.from_regex(r"[2-9][0-9]{8,12}", fullmatch=True))
def test_a_phone_with_another_calling_code_is_not_served(digits: str) -> None:
    assert not is_served(f"+{digits}", calling_codes=["+1"])
    assert is_served(f"+{digits}", calling_codes=["+1", f"+{digits[:2]}"])
    assert is_abroad(f"+{digits}")


@pytest.mark.parametrize(("one", "other"), [("+442125550123", "+447946000001"), ("+18765550100", "+18765550199")])
def test_the_phones_of_one_country_share_a_limit(one: str, other: str) -> None:
    assert country_key(one) == country_key(other)


@given(st.text(max_size=20))
def test_no_text_breaks_the_rule(text: str) -> None:
    assert not is_served(text, calling_codes=[])
    assert isinstance(is_served(text, calling_codes=["+1"]), bool)
