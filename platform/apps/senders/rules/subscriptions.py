"""The text of a browser's push subscription: patterns of its address and keys. hosts.py decides about hosts."""

from typing import Final

from .hosts import LOCAL_NAMES

# A point of P-256 in base64url (65 bytes), and a secret of 16 bytes.
P256DH: Final = r"[A-Za-z0-9_-]{87}=?"
AUTH: Final = r"[A-Za-z0-9_-]{22}(?:==)?"
# Public https addresses with a host name, as push services and ntfy servers have them. The server also takes public IP
# addresses and names in other scripts.
_LABEL: Final = r"[a-z0-9](?:[a-z0-9-]{0,40}[a-z0-9])?"
PUBLIC_SERVER: Final = (
    rf"https://(?:{_LABEL}\.){{1,4}}(?!(?:{'|'.join(LOCAL_NAMES)})(?:[:/]|$))[a-z]{{2,20}}(?::443)?/?"
)
PUBLIC_URL: Final = rf"{PUBLIC_SERVER}(?:(?<=/)[A-Za-z0-9._~:/-]{{1,400}})?"
