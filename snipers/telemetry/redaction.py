"""Removes secrets from log records, in case a caller logs one by mistake."""

import re
from functools import lru_cache

HIDDEN = "(hidden)"
_WORDS = ("password", "token", "secret", "authorization", "cookie", "cvc", "card", "key")
_QUERY_VALUE = re.compile(r"([?&](?:token|uid|code|key|secret|signature)=)[^&\s\"'<>]+", re.IGNORECASE)
# user:password@ in a URL.
_USER_INFO = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^/\s:@]*:)[^@/\s]+(?=@)", re.IGNORECASE)


@lru_cache(maxsize=1024)
def is_secret(name: str) -> bool:
    """Whether the value of a log field with this name may be a secret, and so is replaced by HIDDEN."""
    low = name.lower()
    return any(word in low for word in _WORDS)


def redact(text: str) -> str:
    """Return the text with secrets in URLs (passwords, values of query parameters such as token) replaced by HIDDEN."""
    if "=" not in text and "://" not in text:
        return text
    return _USER_INFO.sub(rf"\1{HIDDEN}", _QUERY_VALUE.sub(rf"\1{HIDDEN}", text))
