"""The type of a platform's manifest: its key and name, what it can do, and how to reach it.

Each folder of snipers/clients that has a manifest.py is a platform. Code outside the folder asks the manifest for a
feature and never compares keys. Every process imports the manifests, so a manifest imports no client: it names the
modules and classes of its folder as text, "module:name", and registry.load() imports one when it is used.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from snipers.environment.checks import DEMO_API_KEY, DEMO_APP_ID

# Columns and metrics hold the key.
KEY = re.compile(r"[a-z][a-z0-9]{0,9}")


class SignInKind(StrEnum):
    """A way in which a user signs in at a platform, in the order in which the page offers them."""

    PASSWORD = "password"  # noqa: S105 - the name of a kind
    CODE_TO_PHONE = "code_to_phone"
    CODE_TO_EMAIL = "code_to_email"


class AccessKind(StrEnum):
    """The kind of access with which our clients identify themselves at a platform."""

    API_KEY = "api_key"
    APPLICATION = "application"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class PollDefaults:
    """The limits of polls without settings: polls a second, and the shortest seconds between two polls of a key.

    `prefix` begins the names of the environment variables that replace them, such as POLL_BUDGET.
    """

    prefix: str
    rate: float
    shortest_period: float
    idle_polls: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """One booking platform.

    `key` names the platform in the database and on the wire, `name` is its name for users. Lists show the platforms in
    the order of `position`. `link_hosts` are the domains of the platform's pages, whose links name restaurants;
    `short_hosts` are those of its shortened links, `link_scheme` is the scheme of its app's links, and `region_note` is
    the sentence about its sites in other countries, where we cannot book.

    `wrong_codes` is the number of wrong codes that a user may enter in 15 minutes. `session_days` is the assumed life
    of a sign-in whose token states no end. `sign_in_paths` are tried in order until the platform knows one of them.

    The features: `offers_release` (users may file release requests), `holds_before_booking` (reading the terms of a
    table holds it), `replaces_in_one_call` (a booking call can replace another booking), `reads_calendar` (one call
    returns the end of a venue's book), `searches_cities` (the catalog lists cities and their venues), `takes_note` (a
    booking call can carry a note to the restaurant).

    `client`, `shared`, `catalog`, `links`, `verification` and `assumptions` name parts of the folder. `shared` is the
    class of the state that the clients of one process share. A platform without the last two cannot be verified.
    """

    key: str
    name: str
    position: int
    sign_in: tuple[SignInKind, ...]
    home_url: str
    link_hosts: tuple[str, ...]
    short_hosts: tuple[str, ...] = ()
    link_scheme: str = ""
    region_note: str = ""
    wrong_codes: int = 10
    session_days: int | None = None
    offers_release: bool
    holds_before_booking: bool
    replaces_in_one_call: bool
    reads_calendar: bool
    searches_cities: bool = False
    takes_note: bool = False
    base_url: str
    needs_key: AccessKind
    sign_in_paths: tuple[str, ...] = ()
    polls: PollDefaults
    client: str
    shared: str
    catalog: str
    links: str
    verification: str = ""
    assumptions: str = ""

    def variable(self, name: str) -> str:
        """Return the name of one of the platform's environment variables: BASE_URL, API_KEY, APP_ID or APP_SECRET."""
        return f"{self.key.upper()}_{name}"

    def defaults(self) -> dict[str, str]:
        """Return the values of the platform's environment variables that are not set."""
        own = {
            AccessKind.API_KEY: {"API_KEY": DEMO_API_KEY},
            AccessKind.APPLICATION: {"APP_ID": DEMO_APP_ID, "APP_SECRET": ""},
            AccessKind.NONE: {},
        }
        values = {"BASE_URL": self.base_url, **own[self.needs_key]}
        return {self.variable(name): value for name, value in values.items()}
