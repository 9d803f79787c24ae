"""Request and response shapes of passkeys."""

from typing import Annotated, Any

from pydantic import StringConstraints

from apps.common.schemas import Instant, Line, Secret, Shape, Strict

# A credential as `PublicKeyCredential.toJSON()` of WebAuthn returns it.
Json = dict[str, Any]


class OwnPasswordIn(Strict):
    """The user's password: a stolen access token must add and remove nothing."""

    password: Secret


class PasskeyIn(Strict):
    """A passkey that the browser has made, and its name."""

    name: Annotated[Line, StringConstraints(min_length=1, max_length=60)]
    credential: Json


class PasskeyOut(Shape):
    """A passkey of the user."""

    id: int
    name: str
    last_used_at: Instant | None


class ChallengeOut(Shape):
    """What the browser signs within five minutes, for which host, and the passkeys that the user has."""

    challenge: str
    relying_party: str
    credential_ids: list[str]
