"""The values with which we identify ourselves at a platform (our access): the API key or application, the User-Agent,
and the paths of the sign-in.

The environment states the values with which a process starts. An operator's row (table `platform_access`) replaces
them while the process runs.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

LONGEST_VALUE: Final = 300
MOST_SIGN_IN_PATHS: Final = 4
# These values are sent in headers, the API key between quotes. So they contain neither quotes nor control characters.
_TOKEN = re.compile(r"[!#-~]+")
_PRODUCT = re.compile(r"[ !#-~]+")
_PATH = re.compile(r"(/[A-Za-z0-9_-]+){1,5}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The identification that our clients currently use at one platform.

    `secret` is our API key, or the client secret of our application. `application_id` is the client id of this
    application, empty at a platform with an API key. `sign_in_paths` are tried in order until the platform knows one of
    them; the client appends the last part of the path, such as `/password`.
    """

    secret: str = field(repr=False)
    user_agent: str
    application_id: str = ""
    sign_in_paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAccess:
    """The access values that an operator has stored for one platform. The secret is encrypted.

    For an empty value, the environment's value stays in use.
    """

    changed_at: datetime
    sealed_secret: str = field(default="", repr=False)
    user_agent: str = ""
    application_id: str = ""
    sign_in_paths: tuple[str, ...] = ()


def check_token(value: str) -> str:
    """Check an API key, application id or client secret. Return a valid one unchanged.

    Raises ValueError, whose message says what is allowed, for an invalid value.
    """
    return _check(value, _TOKEN, "Use only letters, digits and signs, without spaces and quotes.")


def check_user_agent(value: str) -> str:
    """Check a User-Agent. Return a valid one unchanged. Raises ValueError, whose message says what is allowed."""
    return _check(value, _PRODUCT, "Use only letters, digits, spaces and signs, without quotes.")


def check_sign_in_path(value: str) -> str:
    """Check the common part of the sign-in paths, such as /4/auth. Return a valid one unchanged.

    Raises ValueError, whose message says what is allowed, for an invalid value.
    """
    return _check(value, _PATH, "A sign-in path looks like /4/auth.")


def _check(value: str, pattern: re.Pattern[str], sentence: str) -> str:
    if len(value) > LONGEST_VALUE:
        raise ValueError(f"Use at most {LONGEST_VALUE} characters.")
    if not pattern.fullmatch(value):
        raise ValueError(sentence)
    return value
