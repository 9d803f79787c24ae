"""The rule for people's names: what people are called, look-alikes of other keyboards, links and hidden characters."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.accounts.messages import NAME, NAME_LINK, NAME_LONG
from apps.accounts.rules import person_names
from apps.accounts.rules.person_names import name_error, plain_name

APOSTROPHES = "'\u2018\u2019\u201b\u02bc\u0060\u00b4\u2032\uff07\u055a"
HYPHENS = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d"
HIDDEN = [chr(code) for code in range(0x3000) if unicodedata.category(chr(code)) in ("Cf", "Cc")]
LETTERS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8).map(str.capitalize)


@pytest.mark.parametrize(
    "name",
    [
        "Ada", "O'Neill", "María-José", "Jr.", "María-José O'Neill Jr.", "J. R. R.",
        "J.Smith", "J.R.Smith", "St. John", "Ma.", "Nguyễn", "Nguye\u0302\u0303n",
        "Łukasz", "Ægir", "李小龍", "さくら", "김", "Иван", "Ἀριστοτέλης", "محمد", "דוד", "प्रिया", "ʻIolani", "d'Árc",
        "St.John", "St.James", "Anne.Marie", "M.D.", "J.R.R.Tolkien", "Gal·la", "约翰・史密斯", "约翰·史密斯", "佐々木",
        "ג׳ורג׳", "བསྟན་འཛིན", "علی\u200cرضا", "क्\u200dष", "শ্রী", "Henry Ford 3rd", "Mª José",
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
        "Ad\u200ca", "Ad\u200da", "علی\u200c", "Ada\u202c", "3rd", "Ada 11th", "evil。com",
    ],
)  # fmt: skip
def test_name_with_digits_link_or_control_character_is_refused(name: str) -> None:
    assert name_error(name, missing="-") == NAME


@pytest.mark.parametrize(
    "name",
    [
        "evil.com",
        "Ada evil.co",
        "e-x.com",
        "bücher.example",
        "a.evil.com",
        "пример.рф",
        "evil.com.",
        "www.x.y",
        "x.com",
        "evil.com-x",
        "evil.com's",
        "उदाहरण.भारत",
        "a.co.uk",
        "evil.Com",
    ],
)
def test_name_that_mail_programs_turn_into_a_link_is_refused(name: str) -> None:
    assert name_error(name, missing="-") == NAME_LINK


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("O\u2019Neill", "O'Neill"),
        ("Jose\u0301", "José"),
        ("  Ada   Mary\u00a0Ann ", "Ada Mary Ann"),
        ("O'Neill", "O'Neill"),
        ("Jean\u2011Luc", "Jean-Luc"),
        ("\u05d1\u05df\u05be\u05d3\u05d5\u05d3", "\u05d1\u05df-\u05d3\u05d5\u05d3"),
        ("Gal\u2022la", "Gal\u00b7la"),
        ("Ｊｏｈｎ", "John"),
        ("King, Jr.", "King Jr."),
        ("St.John", "St.John"),
        ("St.Cloud", "St. Cloud"),
        ("J.R.Li", "J.R. Li"),
        ("\u0639\u0644\u06cc\u200c", "\u0639\u0644\u06cc"),
    ],
)
def test_name_is_normalized(typed: str, kept: str) -> None:
    assert plain_name(typed) == kept


def test_a_name_that_is_too_long_is_refused_with_a_sentence() -> None:
    # One character can become eighteen.
    assert name_error(plain_name("\ufdfa" * 100), missing="-") == NAME_LONG


@given(LETTERS, LETTERS, st.sampled_from(APOSTROPHES), st.sampled_from(HYPHENS))
def test_keyboards_of_all_kinds_write_one_name(first: str, last: str, apostrophe: str, hyphen: str) -> None:
    name = plain_name(f"O{apostrophe}{first}{hyphen}{last}")
    assert name == f"O'{first}-{last}"
    assert name_error(name, missing="-") is None


@given(LETTERS, st.sampled_from(["com", "net", "org", "co.uk", "io", "shop", "xn--p1ai"]), st.booleans())
def test_a_domain_is_a_link_in_any_place(label: str, suffix: str, dotted: bool) -> None:
    domain = f"{label.lower()}.{suffix}{'.' if dotted else ''}"
    for name in (domain, f"Win at {domain}", f"{domain} Ada", f"Ada-{domain}", f"www.{domain}"):
        expected = NAME if any(char.isdigit() for char in name) else NAME_LINK
        assert name_error(plain_name(name), missing="-") == expected


@given(LETTERS, LETTERS, st.sampled_from(HIDDEN))
def test_no_hidden_character_passes_in_a_latin_name(first: str, last: str, hidden: str) -> None:
    name = plain_name(f"{first}{hidden}{last}")
    assert name_error(name, missing="-") is not None or name == f"{first} {last}"


@given(st.text(max_size=30))
def test_a_normalized_name_stays_as_it_is(text: str) -> None:
    assert plain_name(plain_name(text)) == plain_name(text)


@given(st.from_regex(r"[A-Za-z]{1,12}(?:[ '-][A-Za-z]{1,12}){0,3}", fullmatch=True))
def test_the_short_way_for_simple_names_leaves_them_as_the_rules_do(name: str) -> None:
    short = (plain_name(name), name_error(name, missing=""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(person_names, "_SIMPLE", re.compile("(?!)"))
        assert (plain_name(name), name_error(name, missing="")) == short == (name, None)
