"""Finds the inner address of a link that a mail filter, a search engine or a chat program has wrapped. Pure functions.

The outer link is only parsed, never opened. Its host decides nothing: an address that stands in a link may be read
wherever the link leads.
"""

import re
from base64 import urlsafe_b64decode
from binascii import Error
from itertools import islice
from typing import Final
from urllib.parse import parse_qsl, unquote, urlsplit

_ADDRESS: Final = re.compile(r"https?://[^\s<>\"']+", re.IGNORECASE)
# https://urldefense.com/v3/__ADDRESS__;REPLACED!!...: each * of ADDRESS stands for the next letters of REPLACED.
_PROOFPOINT: Final = re.compile(r"/v3/__(.+)__;([A-Za-z0-9_-]*)", re.DOTALL)
_REPLACED: Final = re.compile(r"\*\*([A-Za-z0-9_-])|\*")
_RUN_LENGTHS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_PROOFPOINT_HOSTS: Final = ("urldefense.proofpoint.com", "urldefense.com", "urldefense.us")


def unwrap(address: str) -> str | None:
    """Return the inner address that a link contains in its query, path or fragment, None if it contains none."""
    try:
        parts = urlsplit(address if "://" in address else f"https://{address}")
        host = (parts.hostname or "").lower()
    except ValueError:
        return None
    if host in _PROOFPOINT_HOSTS:
        # The path is that of the address itself: urlsplit() would end it at a "?" of the inner address.
        if (wrapped := _PROOFPOINT.search(address)) is not None:
            return _plain(_proofpoint_v3(*wrapped.groups()))
        if parts.path.startswith("/v2/"):
            given = dict(parse_qsl(parts.query))
            return _plain(unquote(given.get("u", "").replace("-", "%").replace("_", "/")))
    values = [value for query in (parts.query, parts.fragment.partition("?")[2]) for _, value in parse_qsl(query)]
    return next((found for value in values if (found := _in_value(value)) is not None), None) or _in_path(parts.path)


def _in_value(value: str) -> str | None:
    """Return the address that the value of a parameter is: as text, escaped once more, or in Base64."""
    for text in (value, unquote(value), _decoded(value)):
        if (found := _plain(text)) is not None:
            return found
    return None


def _in_path(path: str) -> str | None:
    """Return the address at the end of a path, such as /1x2y3z/https%3A%2F%2Fresy.com%2F..."""
    at = unquote(path).lower().find("/http")
    return None if at < 0 else _plain(unquote(path)[at + 1 :])


def _plain(text: str) -> str | None:
    # Some filters write "https:/" with one slash.
    text = re.sub(r"^(https?):/+", r"\1://", text.strip(), flags=re.IGNORECASE)
    return text if _ADDRESS.fullmatch(text) else None


def _decoded(value: str) -> str:
    try:
        return urlsafe_b64decode(value.replace("+", "-").replace("/", "_") + "=" * (-len(value) % 4)).decode()
    except (Error, ValueError):
        return ""


def _proofpoint_v3(address: str, replaced: str) -> str:
    """Return the address with its replaced letters. "*" is one letter; "**B" is a run of three."""
    letters = iter(_decoded(replaced))

    def restore(mark: re.Match[str]) -> str:
        length = _RUN_LENGTHS.index(mark[1]) + 2 if mark[1] else 1
        return "".join(islice(letters, length))

    return unquote(_REPLACED.sub(restore, address))
