"""How a text fits one SMS: 160 characters of the GSM 03.38 alphabet, past which a text is charged and split in two.

Pure. A character outside the alphabet would shrink the whole message to 70 characters, so it is replaced.
"""

import unicodedata
from collections.abc import Sequence
from typing import Final

LONGEST: Final = 160
_BASIC: Final = frozenset(
    "@£$¥èéùìòÇ\nØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿"
    "abcdefghijklmnopqrstuvwxyzäöñüà"
)
# Each costs two: an escape comes before it.
_EXTENDED: Final = frozenset("^{}\\[~]|€")
_PLAIN: Final = {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "—": "-", "…": "...", "`": "'", "•": "-"}


def gsm(text: str) -> str:
    """Return the text in the GSM alphabet and on one line: accents that it lacks fall away, the rest becomes "?"."""
    return " ".join("".join(_letter(letter) for letter in text).split())


def cost(text: str) -> int:
    """How many of the 160 places a text in the GSM alphabet takes."""
    return sum(2 if letter in _EXTENDED else 1 for letter in text)


def fit(parts: Sequence[str]) -> str:
    """Join sentences, most important first, into one SMS.

    The first is always there, cut if it has to be; each later one only if all of it has room.
    """
    first, *others = filter(None, map(gsm, parts))
    text = _cut(first)
    for part in others:
        if cost(f"{text} {part}") <= LONGEST:
            text = f"{text} {part}"
    return text


def _letter(letter: str) -> str:
    if letter in _BASIC or letter in _EXTENDED:
        return letter
    if letter in _PLAIN:
        return _PLAIN[letter]
    if letter.isspace():
        return " "
    bare = "".join(part for part in unicodedata.normalize("NFKD", letter) if part in _BASIC)
    return bare or "?"


def _cut(text: str) -> str:
    if cost(text) <= LONGEST:
        return text
    while cost(text) > LONGEST - len("..."):
        text = text[:-1]
    return f"{text.rstrip()}..."
