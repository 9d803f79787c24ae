"""How cards are validated and masked."""

from datetime import date

import pytest

from apps.requests import messages
from apps.requests.rules import cards
from apps.requests.rules.cards import CardEntry

TODAY = date(2026, 11, 20)
GOOD = {"number": "4242424242424242", "exp_month": "12", "exp_year": "2028", "cvc": "123"}


@pytest.mark.parametrize(
    ("changes", "wrong"),
    [
        ({}, {}),
        ({"number": "4242 4242 4242 4242"}, {}),
        ({"number": "3782-822463-10005", "cvc": "1234"}, {}),
        ({"number": "4242424242424241"}, {"cc_number": messages.CARD_INVALID}),
        ({"number": "42424242424"}, {"cc_number": messages.CARD_INVALID}),
        ({"number": "4" * 20}, {"cc_number": messages.CARD_INVALID}),
        ({"number": "4242x"}, {"cc_number": messages.CARD_INVALID}),
        ({"number": "٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢"}, {"cc_number": messages.CARD_INVALID}),
        ({"number": ""}, {"cc_number": messages.CARD_MISSING}),
        ({"exp_month": "01"}, {}),
        ({"exp_month": "1"}, {"exp_month": messages.CARD_MONTH}),
        ({"exp_month": "0"}, {"exp_month": messages.CARD_MONTH}),
        ({"exp_month": "13"}, {"exp_month": messages.CARD_MONTH}),
        ({"exp_month": ""}, {"exp_month": messages.CARD_MONTH}),
        ({"exp_year": "2026"}, {}),
        ({"exp_year": "2035"}, {}),
        ({"exp_year": "2036"}, {"exp_year": messages.CARD_YEAR}),
        ({"exp_year": "2025"}, {"exp_year": messages.CARD_YEAR}),
        ({"exp_year": "28"}, {"exp_year": messages.CARD_YEAR}),
        ({"exp_month": "11", "exp_year": "2026"}, {}),
        ({"exp_month": "10", "exp_year": "2026"}, {"exp_month": messages.CARD_EXPIRED}),
        ({"cvc": "12"}, {"cvc": messages.CARD_CVC}),
        ({"cvc": "12345"}, {"cvc": messages.CARD_CVC}),
        ({"cvc": ""}, {"cvc": messages.CARD_CVC}),
        ({"number": "", "cvc": ""}, {"cc_number": messages.CARD_MISSING, "cvc": messages.CARD_CVC}),
    ],
)
def test_each_invalid_field_has_its_sentence(changes: dict[str, str], wrong: dict[str, str]) -> None:
    assert cards.mistakes(CardEntry(**GOOD | changes), today=TODAY) == wrong


def test_a_valid_entry_becomes_a_card() -> None:
    card = cards.to_card(CardEntry(**GOOD | {"number": "4242 4242 4242 4242", "exp_month": "07"}), zip_code="10012")
    assert (card.number, card.exp_month, card.exp_year, card.cvc) == ("4242424242424242", 7, 2028, "123")
    assert card.zip_code == "10012"


@pytest.mark.parametrize(
    ("number", "last_four"),
    [
        ("•••• 4242", "4242"),
        ("••••4242", "4242"),
        ("**** 4242", "4242"),
        ("4242", None),
        ("•••• 42", None),
        ("4242424242424242", None),
        ("", None),
    ],
)
def test_a_mask_is_recognized_by_its_form(number: str, last_four: str | None) -> None:
    assert cards.last_four_of(number) == last_four


def test_the_mask_that_is_shown_is_recognized() -> None:
    assert cards.last_four_of(cards.mask(last_four="0005")) == "0005"


def test_entry_and_card_hide_their_values() -> None:
    entry = CardEntry(**GOOD)
    assert entry.is_new
    for shown in (repr(entry), str(entry), repr(cards.to_card(entry, zip_code="10012"))):
        assert not any(secret in shown for secret in (*GOOD.values(), "10012"))


def test_an_empty_card_entry_is_no_new_card() -> None:
    assert not CardEntry(number="", exp_month="", exp_year="", cvc="").is_new
