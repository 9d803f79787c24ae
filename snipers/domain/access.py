"""How we identify ourselves at a platform: the API key or application, the User-Agent, and the paths of the sign-in.

The environment states the values with which a process starts. An operator's row (table `platform_access`) replaces
them while the process runs.
"""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

# Public clients disagree on whether the older path still exists (R1 in the clients' CHECKLIST.md).
RESY_SIGN_IN_PATHS: Final = ("/4/auth", "/3/auth")
LONGEST_VALUE: Final = 300
MOST_SIGN_IN_PATHS: Final = 4
# Header values between quotes, so neither quotes nor control characters.
_TOKEN = re.compile(r"[!#-~]+")
_PRODUCT = re.compile(r"[ !#-~]+")
_PATH = re.compile(r"(/[A-Za-z0-9_-]+){1,5}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """The values in use.

    `secret` is Resy's API key, or the client secret of our application at OpenTable. `application_id` is its client id.
    Each of `sign_in_paths` is tried if the one before it does not exist; `/password` and the like are appended.
    """

    secret: str = field(repr=False)
    user_agent: str
    application_id: str = ""
    sign_in_paths: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAccess:
    """An operator's values for one platform, with the secret sealed. An empty value keeps that of the environment."""

    changed_at: datetime
    sealed_secret: str = field(default="", repr=False)
    user_agent: str = ""
    application_id: str = ""
    sign_in_paths: tuple[str, ...] = ()


def check_token(value: str) -> str:
    """Accept an API key, an application id or a client secret. Raises ValueError with a sentence."""
    return _check(value, _TOKEN, "Use only letters, digits and signs, without spaces and quotes.")


def check_user_agent(value: str) -> str:
    """Accept a User-Agent. Raises ValueError with a sentence."""
    return _check(value, _PRODUCT, "Use only letters, digits, spaces and signs, without quotes.")


def check_sign_in_path(value: str) -> str:
    """Accept the common part of the paths of a sign-in, such as /4/auth. Raises ValueError with a sentence."""
    return _check(value, _PATH, "A sign-in path looks like /4/auth.")


def _check(value: str, pattern: re.Pattern[str], sentence: str) -> str:
    if len(value) > LONGEST_VALUE:
        raise ValueError(f"Use at most {LONGEST_VALUE} characters.")
    if not pattern.fullmatch(value):
        raise ValueError(sentence)
    return value
