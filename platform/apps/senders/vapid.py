"""The key that signs Web Push messages (VAPID, RFC 8292). Browsers subscribe with its public part."""

from base64 import urlsafe_b64decode, urlsafe_b64encode

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


def public_key(private_key: str) -> str:
    """Return the public part of a VAPID_PRIVATE_KEY in the form in which browsers take it: base64url of the point."""
    number = int.from_bytes(urlsafe_b64decode(private_key + "=" * (-len(private_key) % 4)))
    point = derive_private_key(number, SECP256R1()).public_key()
    return urlsafe_b64encode(point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).rstrip(b"=").decode()
