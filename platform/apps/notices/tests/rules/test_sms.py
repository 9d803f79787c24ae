"""How a text is made to fit into one SMS."""

import pytest
from anyascii import anyascii
from hypothesis import given
from hypothesis import strategies as st

from apps.notices.rules import sms


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Café Señor Ñandú", "Café Señor Ñandu"),
        ("L’Antre — “Château”…", 'L\'Antre - "Chateau"...'),
        ("a\nb\t c", "a b c"),
        ("Sushi 寿司 Noz", "Sushi ShouSi Noz"),
        ("Łódź", "Lodz"),
        ("Le Cœur", "Le Coeur"),
        ("ŒUVRE", "OEUVRE"),
        ("Œuf", "Oeuf"),
        ("Cafe\u0301 N\u0303andu", "Café Ñandu"),
        ("Ресторан", "Restoran"),
        ("a\u200b\u202ab\u00a0c", "ab c"),
        ("\U000e0041", ""),
        ("[5€]", "[5€]"),
    ],
)
def test_characters_outside_the_alphabet_are_replaced(text: str, expected: str) -> None:
    assert sms.gsm(text) == expected


def test_extended_characters_cost_two() -> None:
    assert sms.cost("a€[") == 5


def test_sentences_are_kept_whole_and_dropped_where_they_do_not_fit() -> None:
    assert sms.fit(["First.", "", "x" * 155, "Last."]) == "First. Last."


def test_a_first_sentence_that_is_too_long_is_cut() -> None:
    expected = sms.fit(["y" * 300, "More."])
    assert expected == "y" * 157 + "..."


@given(st.lists(st.text(), min_size=1, max_size=5))
def test_any_input_fits_one_message(parts: list[str]) -> None:
    expected = sms.fit(["Tablehawk", *parts])
    assert sms.cost(expected) <= sms.LONGEST
    assert sms.gsm(expected) == expected


@given(st.characters(categories=["Lu", "Ll", "Lt", "Lo"], max_codepoint=0x2FFF))
def test_no_letter_of_a_living_script_is_dropped(letter: str) -> None:
    assert sms.gsm(letter) not in ("", "?") or anyascii(letter) == ""
