"""The port to the sign-in of a platform: the calls that connect an account, their values and errors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from snipers.clients.base import BookingClient, Login
from snipers.clients.credentials import SealedToken
from snipers.clients.errors import BadCredentials, Permanent


class WrongCode(BadCredentials):
    """The code, or the answer to the challenge, is wrong. `tries_left` is None if the platform does not state it."""

    def __init__(self, message: str, *, tries_left: int | None = None) -> None:
        super().__init__(message)
        self.tries_left = tries_left


class ExpiredCode(BadCredentials):
    """The code or the challenge is no longer valid: a new code is needed."""


class ExhaustedCode(BadCredentials):
    """Too many wrong codes: a new code is needed."""


class CaptchaRequired(Permanent):
    """The platform demands a captcha, which only the diner can solve, at the platform."""


class NotOffered(Permanent):
    """The platform has no such call of a sign-in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Property:
    """One field that the answer to a challenge has to contain. `label` is the platform's label of the field."""

    name: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """The platform's question after the right code.

    `claim_token` is sealed and proves that the code was right; None if the platform sent none. `properties` are the
    fields that the answer has to contain.
    """

    challenge_id: str = field(repr=False)
    claim_token: SealedToken | None
    properties: tuple[Property, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Renewal:
    """A renewed sign-in. `refresh_token` is None if the platform did not replace the one that was used."""

    token: SealedToken
    refresh_token: SealedToken | None


class SignInCalls:
    """The base of a platform's sign-in. A platform implements the calls of the kinds in its manifest.

    `address` is a telephone number such as +12125550100, or an e-mail address. Every call may raise PlatformError.
    """

    async def login(self, *, email: str, password: str) -> Login:
        """Sign in with a password. Raises BadCredentials, CaptchaRequired."""
        raise NotOffered("no sign-in with a password")

    async def send_code(self, *, address: str) -> str:
        """Have the platform send a code. Return its id of this sign-in, "" if it needs none.

        Raises BadCredentials if the platform refuses the address; CaptchaRequired.
        """
        raise NotOffered("no sign-in with a code")

    async def confirm_code(self, *, address: str, code: str, correlation_id: str = "") -> Login | Challenge:
        """Sign in with the code. Return the sign-in, or the platform's challenge.

        `correlation_id` is the result of send_code(). Raises BadCredentials: with the number of tries that are left
        (WrongCode), ExpiredCode or ExhaustedCode if the platform says so; CaptchaRequired.
        """
        raise NotOffered("no sign-in with a code")

    async def answer_challenge(self, *, address: str, challenge: Challenge, answers: Mapping[str, str]) -> Login:
        """Sign in with the answers to a challenge, by the names of its properties. Raises as confirm_code()."""
        raise NotOffered("no challenges")

    async def renew(self, *, refresh_token: SealedToken) -> Renewal:
        """Exchange a refresh token for a new token. Raises BadCredentials if the platform refuses it."""
        raise NotOffered("no renewal of a sign-in")


class PlatformClient(BookingClient, Protocol):
    """A client with both ports: booking and sign-in."""

    @property
    def sign_in(self) -> SignInCalls:
        """The calls of the sign-in."""
