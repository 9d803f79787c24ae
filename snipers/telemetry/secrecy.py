"""Removes secrets from every log record. A safety net below careful callers, not their replacement."""

import re

HIDDEN = "(hidden)"
_WORDS = ("password", "token", "secret", "authorization", "cookie", "cvc", "card", "key")
_QUERY_VALUE = re.compile(r"([?&](?:token|uid|code|key|secret|signature)=)[^&\s\"'<>]+", re.IGNORECASE)
# user:password@ in an address.
_USER_INFO = re.compile(r"(\b[a-z][a-z0-9+.-]*://[^/\s:@]*:)[^@/\s]+(?=@)", re.IGNORECASE)


def is_secret(name: str) -> bool:
    """Whether what is logged under this name is not shown."""
    low = name.lower()
    return any(word in low for word in _WORDS)


def scrubbed(text: str) -> str:
    """Cut the secrets out of addresses in any text, tracebacks too."""
    return _USER_INFO.sub(rf"\1{HIDDEN}", _QUERY_VALUE.sub(rf"\1{HIDDEN}", text))
