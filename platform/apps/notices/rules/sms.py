"""Fits a text into one SMS: 160 characters of the GSM 03.38 alphabet. Pure functions.

A longer text would be split and charged as two messages. A character outside the alphabet would limit the whole message
to 70 characters, so such characters are transliterated.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

from anyascii import anyascii

LONGEST: Final = 160
_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Each of these characters uses two of the 160 places, because an escape character precedes it.
_EXTENDED: Final = frozenset("^{}\\[~]|€")
_PLAIN: Final = {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "`": "'", "•": "-"}


def gsm(text: str) -> str:
    """Return the text on one line, with only characters of the GSM alphabet.

    A letter whose accent is not in the alphabet loses the accent. Any other character is transliterated: "œ" becomes
    "oe". Only a character that no transliteration is known for becomes "?".
    """
    composed = unicodedata.normalize("NFC", text)
    return " ".join("".join(_letter(letter, composed[at : at + 1]) for at, letter in enumerate(composed, 1)).split())


def cost(text: str) -> int:
    """Return how many of the 160 characters a text in the GSM alphabet uses up."""
    return sum(2 if letter in _EXTENDED else 1 for letter in text)


def fit(parts: Sequence[str]) -> str:
    """Join sentences, the most important first, into one SMS.

    The first sentence is always included, cut if necessary. A later sentence is included only if all of it fits.
    """
    first, *others = filter(None, map(gsm, parts))
    text = _cut(first)
    for part in others:
        if cost(f"{text} {part}") <= LONGEST:
            text = f"{text} {part}"
    return text


def _letter(letter: str, following: str) -> str:
    if letter in _BASIC or letter in _EXTENDED:
        return letter
    if letter in _PLAIN:
        return _PLAIN[letter]
    if letter.isspace():
        return " "
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if part in _BASIC)
    if bare:
        return bare
    if unicodedata.category(letter)[0] in "MC":
        # A mark without its letter, a joiner or another invisible character.
        return ""
    known = "".join(part if part in _BASIC or part in _EXTENDED else _PLAIN.get(part, "") for part in anyascii(letter))
    # "ŒUVRE" is written OEUVRE, "Œuvre" Oeuvre.
    return known.upper() if len(known) > 1 and letter.isupper() and following.isupper() else known or "?"


def _cut(text: str) -> str:
    if cost(text) <= LONGEST:
        return text
    while cost(text) > LONGEST - len("..."):
        text = text[:-1]
    return f"{text.rstrip()}..."
