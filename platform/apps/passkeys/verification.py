"""All calls of the library `webauthn`: the checks of what a browser has signed.

A credential is the browser's answer as JSON (`PublicKeyCredential.toJSON()`), which anybody may have made.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from urllib.parse import urlsplit

import webauthn
from django.conf import settings
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url, parse_client_data_json

from apps.common.errors import Refusal
from apps.passkeys import messages
from apps.passkeys.models import Passkey
from apps.passkeys.schemas import Json

# In bytes: the limit of WebAuthn for ids. No key that can be checked is longer.
LONGEST: Final = 1023


def relying_party() -> str:
    """Return the host to which passkeys belong: ours, or localhost, because an IP address cannot have any."""
    host = str(urlsplit(settings.PUBLIC_URL).hostname)
    return "localhost" if host == "127.0.0.1" else host


def read_challenge(credential: Json) -> str:
    """Return the challenge that a credential says it has signed. Raises Refusal 403 if it is malformed."""
    with _refusing():
        data = base64url_to_bytes(credential["response"]["clientDataJSON"])
        return parse_client_data_json(data).challenge.decode()


def new_passkey(credential: Json, *, challenge: str) -> Passkey:
    """Return a passkey that the browser has made, not stored. Raises Refusal 403 if it is not valid."""
    with _refusing():
        found = webauthn.verify_registration_response(credential=credential, **_demands(challenge))
        known_as, key = bytes_to_base64url(found.credential_id), found.credential_public_key
        if len(found.credential_id) > LONGEST or len(key) > LONGEST:
            raise ValueError("longer than any device makes it")
        return Passkey(credential_id=known_as, public_key=key, sign_count=found.sign_count)


def check_signature(credential: Json, *, challenge: str, passkey: Passkey) -> int:
    """Return the passkey's new count of signatures. Raises Refusal 403 if the credential is not valid, also if the
    count did not rise, because then a copy of the key may have signed."""
    with _refusing():
        return webauthn.verify_authentication_response(
            credential=credential,
            credential_public_key=bytes(passkey.public_key),
            credential_current_sign_count=passkey.sign_count,
            **_demands(challenge),
        ).new_sign_count


def _demands(challenge: str) -> dict[str, Any]:
    """Return what both checks demand. Origins are those of our pages at the relying party's host or below it."""
    party = relying_party()
    origins = [one for one in settings.ALLOWED_ORIGINS if f".{urlsplit(one).hostname}".endswith(f".{party}")]
    return {
        "expected_challenge": challenge.encode(),
        "expected_rp_id": party,
        "expected_origin": origins,
        "require_user_verification": True,
    }


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise a Refusal in place of an error. The parsers below the library raise many kinds for hostile bytes."""
    try:
        yield
    except Exception:  # noqa: BLE001
        raise Refusal("passkey_refused", 403, messages.REFUSED) from None
