"""The rule for people's names, wherever one is entered. Pure functions.

Names of all scripts are accepted. E-mails greet people by name, so a name must not become a link or hide characters.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Final

from publicsuffixlist import PublicSuffixList

from apps.accounts import messages

MAX_LENGTH: Final = 100
# Characters that keyboards and word processors put in the place of ' - . and ·
_LOOK_ALIKES: Final = {
    ord(char): plain
    for plain, chars in {
        "'": "\u2018\u2019\u201a\u201b\u02bc\u02b9\u02c8\u055a\u0060\u00b4\u2032\u2035\uff07\uff40\ua78b\ua78c",
        "-": "\u2212\u2043\ufe63\uff0d",
        ".": "\u2024\uff0e\ufe52",
        "\u00b7": "\u2022\u2027\u2219\u22c5\u0387\u16eb\u2e31",
        "\u30fb": "\uff65",
    }.items()
    for char in chars
}
# Middle dots (Catalan, Chinese, Japanese), Hebrew geresh and gershayim, and the Tibetan marks between syllables.
_PUNCTUATION: Final = " .'-\u00b7\u30fb\u05f3\u05f4\u0f0b\u0f0c"
# Invisible, but a part of the spelling in these scripts: علی‌رضا.
_JOINERS: Final = "\u200c\u200d"
_JOINING: Final = frozenset(
    "ARABIC SYRIAC MANDAIC NKO MONGOLIAN DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM "
    "SINHALA KHMER MYANMAR TIBETAN BALINESE JAVANESE SUNDANESE CHAKMA NEWA ADLAM HANIFI PHAGS-PA TIRHUTA".split()
)
# Letters whose compatibility form is another spelling: Mª, and the letters of Korean keyboards.
_NOT_FOLDED: Final = re.compile("[\u00aa\u00ba\u3131-\u318e]")
_GENERATION: Final = re.compile(r"(?<=\S) (?:1st|2nd|3rd|[4-9]th)\.?$", re.IGNORECASE)
# The names that every rule below leaves as they are. Most names of a file are such, and this check is cheap.
_SIMPLE: Final = re.compile(r"[A-Za-z]+(?:[ '-][A-Za-z]+)*")
_COMMA: Final = re.compile(
    r"\s*,\s*(?=(?:Jr|Sr|II|III|IV|V|VI|Esq|M\.?D|D\.?D\.?S|Ph\.?D|R\.?N|2nd|3rd|[4-9]th)\.?$)", re.IGNORECASE
)
# An initial or a short form before the next word: St.Cloud. A space keeps mail programs from linking to st.cloud.
_SHORT_FORM: Final = re.compile(
    r"(?<!\w)(\w|Ste?|St[ao]|Dr|Mrs?|Ms|Mme|Mlle|Jr|Sr|Prof|Rev|Fr|Hon|Capt|Mt|Ft|Ma|Mo|Wm|Geo|Jos|Thos|Chas)"
    r"\.(?=([^\W\d_]+))"
)
# Domains of documentation and of local networks, which no list of public domains has.
_RESERVED: Final = frozenset({"example", "test", "invalid", "localhost", "local", "internal", "lan", "onion", "home"})


def plain_name(text: str) -> str:
    """Return a normalized name: composed letters, single spaces, one kind of apostrophe, hyphen and dot."""
    if _SIMPLE.fullmatch(text):
        return text
    folded = "".join(_fold(char) for char in text.translate(_LOOK_ALIKES)).translate(_LOOK_ALIKES)
    folded = "".join("-" if unicodedata.category(char) == "Pd" and char != "\u30a0" else char for char in folded)
    words = [_without_edge_joiners(word) for word in unicodedata.normalize("NFC", folded).split()]
    return _SHORT_FORM.sub(_spaced, _COMMA.sub(" ", " ".join(words)))


def name_error(name: str, *, missing: str) -> str | None:
    """Return an error unless the name consists of letters and marks of any script and of the punctuation of names.

    At least one character must be a letter. : and / are errors, and so are domains such as evil.com, which mail
    programs turn into links. `missing` is the error for an empty name.
    """
    if not name.strip():
        return missing
    if len(name) > MAX_LENGTH:
        return messages.NAME_LONG
    if _SIMPLE.fullmatch(name):
        return None
    body = _GENERATION.sub("", name)
    if not all(_belongs(body, at) for at in range(len(body))) or not any(char.isalpha() for char in body):
        return messages.NAME
    return messages.NAME_LINK if any(_is_link(word) for word in _words(name)) else None


def _fold(char: str) -> str:
    """Return the usual form of a letter that has a compatibility form, and of full-width characters."""
    folds = unicodedata.category(char)[0] == "L" or "\uff01" <= char <= "\uff9f"
    return unicodedata.normalize("NFKC", char) if folds and not _NOT_FOLDED.match(char) else char


def _belongs(name: str, at: int) -> bool:
    char = name[at]
    if char in _JOINERS:
        return 0 < at < len(name) - 1 and all(_is_joining(name[near]) for near in (at - 1, at + 1))
    return char in _PUNCTUATION or unicodedata.category(char)[0] in "LM"


def _is_joining(char: str) -> bool:
    return unicodedata.category(char)[0] in "LM" and unicodedata.name(char, "-").split()[0] in _JOINING


def _without_edge_joiners(word: str) -> str:
    return word.strip(_JOINERS) if any(map(_is_joining, word)) else word


def _words(name: str) -> Iterator[str]:
    """Yield the parts of the name that a mail program may take for a domain: letters, digits, hyphens and dots."""
    plain = "".join(char if char in ".-" or unicodedata.category(char)[0] in "LMN" else " " for char in name)
    yield from plain.split()


def _is_link(word: str) -> bool:
    labels = word.split(".")
    if labels[0].casefold() == "www" and any(labels[1:]):
        return True
    return any(before.strip("-") and _is_top_level(after.split("-")[0]) for before, after in pairwise(labels))


def _spaced(found: re.Match[str]) -> str:
    short, following = found.group(1), found.group(2)
    is_name = short[0].isupper() and following[0].isupper()
    return f"{short}. " if is_name and _is_top_level(following) else f"{short}."


def _is_top_level(label: str) -> bool:
    """Return whether the label is a top-level domain, such as com or рф."""
    label = label.casefold()
    if label in _RESERVED:
        return True
    try:
        ascii_label = label.encode("idna").decode("ascii")
    except UnicodeError:
        return False
    return bool(ascii_label) and _suffixes().publicsuffix(f"a.b.{ascii_label}") is not None


@cache
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList(accept_unknown=False, only_icann=True)
