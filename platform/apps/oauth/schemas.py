"""Request and response shapes of authorization requests and connected programs."""

from apps.common.schemas import Flag, Instant, Secret, Shape, Strict
from apps.keys.models import Scope


class AuthorizationOut(Shape):
    """What a program asks for. `name` is what it calls itself; `domain` has published its description.

    `returns_to` is the host that gets the answer, "" for the computer of the user.
    """

    name: str
    domain: str
    returns_to: str
    scopes: list[Scope]


class AuthorizationIn(Strict):
    """The user's answer to a program, with the password if it is allowed."""

    allow: Flag
    password: Secret = Secret("")


class RedirectOut(Shape):
    """The program's address, where the browser takes the answer."""

    redirect: str


class ProgramOut(Shape):
    """A program that the user has allowed. `last_used_at` is precise to a minute."""

    id: int
    name: str
    domain: str
    scopes: list[Scope]
    created_at: Instant
    last_used_at: Instant | None
