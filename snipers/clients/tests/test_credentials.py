"""Encryption, rotation of keys and expiry of platform tokens."""

import pickle
from base64 import urlsafe_b64encode
from datetime import UTC, datetime

import pytest
from cryptography.fernet import Fernet

from snipers.clients.credentials import BrokenSeal, SealedBox, SealedToken

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()


def test_what_was_sealed_can_be_opened_and_is_not_readable() -> None:
    box = SealedBox([NEW])
    token = box.seal("jwt.of.ada")
    assert box.open(token) == "jwt.of.ada"
    assert "jwt" not in token.text


def test_neither_token_nor_box_shows_secrets() -> None:
    box = SealedBox([NEW])
    token = box.seal("jwt.of.ada")
    for shown in (repr(token), str(token), f"{token}", repr(box), str([token])):
        assert token.text not in shown
        assert NEW not in shown


def test_keys_rotate_one_after_the_other() -> None:
    token = SealedBox([OLD]).seal("jwt.of.ada")
    both = SealedBox([NEW, OLD])
    assert both.open(token) == "jwt.of.ada"
    assert SealedBox([NEW]).open(both.reseal(token)) == "jwt.of.ada"


@pytest.mark.parametrize("text", ["", "nonsense", "ü"])
def test_a_seal_that_no_key_opens_is_broken(text: str) -> None:
    box = SealedBox([NEW])
    for token in (SealedToken(text), SealedBox([OLD]).seal("jwt.of.ada")):
        with pytest.raises(BrokenSeal) as error:
            box.open(token)
        assert error.value.__cause__ is None


@pytest.mark.parametrize("keys", [[], ["short"], [NEW, "short"]])
def test_a_bad_key_is_refused_without_being_shown(keys: list[str]) -> None:
    with pytest.raises(ValueError, match="SEAL_KEYS") as error:
        SealedBox(keys)
    assert "short" not in str(error.value)


def test_a_sealed_token_travels_sealed() -> None:
    token = SealedBox([NEW]).seal("jwt.of.ada")
    assert b"jwt.of.ada" not in pickle.dumps(token)


def a_token(claims: bytes) -> str:
    return f"e30.{urlsafe_b64encode(claims).decode().rstrip('=')}.c2ln"


@pytest.mark.parametrize(
    ("plain", "ends"),
    [
        (a_token(b'{"exp": 1800000000, "uid": 1}'), datetime(2027, 1, 15, 8, 0, tzinfo=UTC)),
        (a_token(b'{"exp": 1800000000.5}'), datetime(2027, 1, 15, 8, 0, 0, 500_000, tzinfo=UTC)),
        (a_token(b'{"uid": 1}'), None),
        (a_token(b'{"exp": "soon"}'), None),
        (a_token(b'{"exp": 1e400}'), None),
        (a_token(b'{"exp": 100000000000000}'), None),
        (a_token(b"[1]"), None),
        (a_token(b"\xff"), None),
        ("e30.%%%.c2ln", None),
        ("7c9e6679-7425-40de-944b-e07fc1f90ae7", None),
        ("", None),
    ],
)
def test_a_token_may_state_its_expiry(plain: str, ends: datetime | None) -> None:
    box = SealedBox([NEW])
    assert box.expires_at(box.seal(plain)) == ends


def test_the_expiry_of_an_unreadable_token_is_unknown() -> None:
    with pytest.raises(BrokenSeal):
        SealedBox([NEW]).expires_at(SealedBox([OLD]).seal(a_token(b'{"exp": 1}')))
