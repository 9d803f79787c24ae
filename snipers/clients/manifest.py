"""The type of a platform's manifest: its key and name, what it can do, and how to reach it.

Each folder of snipers/clients that has a manifest.py is a platform. Code outside the folder asks the manifest for a
feature and never compares keys. A manifest is imported by every process, so it imports no client.
"""

from dataclasses import dataclass
from enum import StrEnum


class SignInKind(StrEnum):
    """A way in which a user signs in at a platform, in the order in which the page offers them."""

    PASSWORD = "password"  # noqa: S105 - the name of a kind
    CODE_TO_PHONE = "code_to_phone"
    CODE_TO_EMAIL = "code_to_email"


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """One booking platform.

    `key` names the platform in the database and on the wire, `name` is its name for users. Lists show the platforms in
    the order of `position`. `link_hosts` are the domains of the platform's pages, whose links name restaurants.
    `offers_release` is False for a platform where we do not offer release requests.
    """

    key: str
    name: str
    position: int
    sign_in: tuple[SignInKind, ...]
    home_url: str
    link_hosts: tuple[str, ...]
    offers_release: bool
