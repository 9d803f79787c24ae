"""A software authenticator: what a browser and a device answer to a challenge, right or wrong on purpose."""

import hashlib
import json
from dataclasses import dataclass, field
from secrets import token_bytes
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, generate_private_key
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import bytes_to_base64url, encode_cbor

from testing.users import PASSWORD, Person

URL: Final = "/api/passkeys/"
ORIGIN: Final = "http://localhost:8000"
PRESENT, VERIFIED, HAS_KEY = 0x01, 0x04, 0x40


@dataclass
class Device:
    """A device with one ES256 key. It signs for `origin` and `party`, whatever the server has asked for."""

    origin: str = ORIGIN
    party: str = "localhost"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    credential_id: bytes = field(default_factory=lambda: token_bytes(32))
    key: EllipticCurvePrivateKey = field(default_factory=lambda: generate_private_key(SECP256R1()))

    @property
    def id(self) -> str:
        return bytes_to_base64url(self.credential_id)

    def make(self, challenge: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to `navigator.credentials.create()`."""
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public_key = encode_cbor({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        made = bytes(16) + len(self.credential_id).to_bytes(2, "big") + self.credential_id + public_key
        data = self._data(HAS_KEY) + made
        attestation = encode_cbor({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client_data("webauthn.create", challenge)
        return self._answer(clientDataJSON=client, attestationObject=attestation)

    def sign(self, challenge: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to `navigator.credentials.get()`."""
        client, data = self._client_data("webauthn.get", challenge), self._data()
        signature = self.key.sign(data + hashlib.sha256(client).digest(), ECDSA(SHA256()))
        return self._answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def _data(self, more: int = 0) -> bytes:
        flags, count = bytes([self.flags | more]), self.count.to_bytes(4, "big")
        return hashlib.sha256(self.party.encode()).digest() + flags + count

    def _client_data(self, kind: str, challenge: dict[str, Any]) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge["challenge"], "origin": self.origin}).encode()

    def _answer(self, **parts: bytes) -> dict[str, Any]:
        response = {name: bytes_to_base64url(part) for name, part in parts.items()}
        return {"id": self.id, "rawId": self.id, "type": "public-key", "response": response}


def begin(person: Person) -> dict[str, Any]:
    """Return the challenge of a new passkey."""
    answer = person.post(f"{URL}challenge/", {"password": PASSWORD})
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def with_passkey(person: Person, name: str = "My phone") -> Device:
    """Add a passkey to the user, and return the device that has it."""
    device = Device()
    answer = person.post(URL, {"name": name, "credential": device.make(begin(person))})
    assert answer.status_code == 201, answer.content
    return device
