"""The platforms' accounts: diners, their cards, and the tokens that identify them.

A Resy diner is an e-mail address with a signed token. An OpenTable customer is a telephone number with a bearer token.
The first sign-in creates the account. An account that was created by a one-time code has no password. Of a bearer
token, only the digest is stored; of a card, only the type, the last four digits and the expiry.
"""

import hashlib
import hmac
import re
import secrets
import uuid
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from .clock import Clock, iso_seconds
from .truth import encode

PASSWORD = "table-for-two"  # the documented demo password of every account
TOKEN_SECONDS = 45 * 86_400
REFRESH_SECONDS = 90 * 86_400
# Kind of token -> lifetime in seconds. It is constant, so the expiry of a token also says when the token was issued.
LIFETIMES = {"consumer": TOKEN_SECONDS, "refresh": REFRESH_SECONDS}
RESERVATION_TOKEN_SECONDS = 3_600
BEARER_SECONDS = 60 * 86_400
FIRST_USER_ID = 5_310_001
FIRST_CUSTOMER_ID = 92_110_001
FIRST_CARD_ID = 9_120_001
EMAIL = re.compile(r"[^@\s<>,;]{1,64}@[^@\s<>,;]{1,190}")
CUSTOMER_FIRST_NAMES = ("Ada", "Bruno", "Clara", "Dario", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas")
CUSTOMER_LAST_NAMES = ("Almeida", "Brandt", "Castellan", "Dufour", "Eriksen", "Fontaine", "Galvez")


@dataclass(frozen=True, slots=True)
class Card:
    """A payment card that a diner has on file. `last_4` are the last four digits of its number."""

    id: int
    card_type: str
    last_4: str
    exp_month: int
    exp_year: int


@dataclass(slots=True)
class Diner:
    id: int
    email: str
    first_name: str
    last_name: str
    mobile_number: str
    created: str
    has_password: bool = True
    cards: list[Card] = field(default_factory=list)
    default_card: int | None = None


@dataclass(frozen=True, slots=True)
class Bearer:
    """The owner of a bearer token: a customer, or the application if `user_id` is None."""

    user_id: int | None
    expires: int  # unix seconds


def name_from(email: str) -> tuple[str, str]:
    """Return a name made from an address: Ada Lovelace for `ada.lovelace+x@example.com`.

    If the address has only one word, the last name is Guest.
    """
    words = [w.capitalize() for w in re.split(r"[^a-zA-Z]+", email.split("@")[0].split("+")[0]) if w]
    first = words[0] if words else "Table"
    return first, " ".join(words[1:]) or "Guest"


def new_signing_key() -> str:
    """Return a new ES256 private key as PEM text."""
    key = ec.generate_private_key(ec.SECP256R1())
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()


class Accounts:
    def __init__(self, *, clock: Clock, signing_key: str, sink: Callable[[bytes], None]) -> None:
        self.clock = clock
        self.sink = sink
        self.diners: dict[int, Diner] = {}
        self._by_email: dict[str, Diner] = {}
        self._by_phone: dict[str, Diner] = {}
        self._bearers: dict[str, Bearer] = {}
        self._revoked: set[str] = set()
        # Diner -> unix seconds: tokens of the diner that were issued before this time are invalid.
        self._ended: dict[int, int] = {}
        self._verified: dict[str, tuple[str, int, float]] = {}
        self._cards = 0
        key = serialization.load_pem_private_key(signing_key.encode(), None)
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        self._key = key
        self._seal = hashlib.sha256(b"reservation tokens" + signing_key.encode()).digest()

    # diners and their cards

    def sign_in(self, email: str, password: str) -> Diner | None:
        """Return the Resy diner with this e-mail address. The first sign-in creates the diner.

        Returns None if the address is malformed, the password is wrong, or the account has no password.
        """
        email = email.strip().lower()
        if not EMAIL.fullmatch(email) or not hmac.compare_digest(password.encode(), PASSWORD.encode()):
            return None
        found = self._by_email.get(email)
        if found is None:
            mobile_number = f"+1212555{100 + len(self._by_email) % 100:04d}"
            return self.create_diner(email, mobile_number=mobile_number, has_password=True)
        return found if found.has_password else None

    def create_diner(self, email: str, *, mobile_number: str, has_password: bool) -> Diner:
        """Create the Resy diner with this e-mail address. The caller checks that no diner has the address yet."""
        id = FIRST_USER_ID + len(self._by_email)
        return self._create("diner", id, email, name_from(email), mobile_number, has_password=has_password)

    def diner_by_email(self, email: str) -> Diner | None:
        """Return the Resy diner with this e-mail address, or None."""
        return self._by_email.get(email.strip().lower())

    def diner_by_mobile(self, number: str) -> Diner | None:
        """Return the first Resy diner with this telephone number, or None."""
        return next((diner for diner in self._by_email.values() if diner.mobile_number == number), None)

    def customer(self, phone: str) -> Diner:
        """Return the OpenTable customer with this number (`+12125550100`). Create one if there is none."""
        digits = phone.lstrip("+")
        first = CUSTOMER_FIRST_NAMES[int(digits) % len(CUSTOMER_FIRST_NAMES)]
        last = CUSTOMER_LAST_NAMES[int(digits) % len(CUSTOMER_LAST_NAMES)]
        email = f"{first}.{last}.{digits[-4:]}@mail.example".lower()
        return self._by_phone.get(phone) or self._create(
            "customer", FIRST_CUSTOMER_ID + len(self._by_phone), email, (first, last), phone
        )

    def known_customer(self, phone: str) -> Diner | None:
        """Return the OpenTable customer with this number, or None."""
        return self._by_phone.get(phone)

    def customer_by_email(self, email: str) -> Diner | None:
        """Return the OpenTable customer with this e-mail address. None if there is none; no customer is created."""
        wanted = email.strip().lower()
        return next((diner for diner in self._by_phone.values() if diner.email == wanted), None)

    def _create(
        self, kind: str, id: int, email: str, name: tuple[str, str], phone: str, *, has_password: bool = True
    ) -> Diner:
        created = iso_seconds(self.clock.now())
        diner = Diner(id, email, *name, mobile_number=phone, created=created, has_password=has_password)
        self._record(kind, **asdict(diner))
        self.add_card(self.diners[id], Card(0, "Visa", "4242", 12, self.clock.now().year + 3))
        return self.diners[id]

    def add_card(self, diner: Diner, card: Card) -> Card:
        """Store a copy of the card with a new id and return the copy. The diner's first card becomes the default."""
        added = replace(card, id=FIRST_CARD_ID + self._cards)
        self._record("card", user_id=diner.id, card=asdict(added))
        return added

    def remove_cards(self, diner: Diner) -> None:
        """Remove all cards of the diner."""
        self._record("no-cards", user_id=diner.id)

    # tokens

    def end_sessions(self, diner: Diner) -> None:
        """Make every token of the diner invalid that was issued before this second, also across restarts."""
        self._record("sessions-ended", user_id=diner.id, at=int(self.clock.wall_ms() // 1000))

    def issue_token(self, diner: Diner) -> str:
        return self._sign(diner, "consumer", TOKEN_SECONDS, gs=[], lang="en-us")

    def issue_refresh_token(self, diner: Diner) -> str:
        """Return a token that only `diner_of(…, kind="refresh")` accepts."""
        return self._sign(diner, "refresh", REFRESH_SECONDS, jti=str(uuid.uuid4()))

    def _sign(self, diner: Diner, kind: str, seconds: int, **more: Any) -> str:
        claims = {
            "exp": int(self.clock.wall_ms() // 1000) + seconds,
            "uid": diner.id,
            "gt": kind,
            "extra": {"guest_id": diner.id + 100_000_000},
            **more,
        }
        return jwt.encode(claims, self._key, algorithm="ES256")

    def diner_of(self, token: str, *, kind: str = "consumer") -> Diner | None:
        """Return the diner of a token. None if the token is forged, expired, revoked or of another kind."""
        if token not in self._verified:
            try:
                claims = jwt.decode(token, self._key.public_key(), algorithms=["ES256"], options={"verify_exp": False})
            except jwt.InvalidTokenError:
                return None
            self._verified[token] = (claims["gt"], claims["uid"], claims["exp"])
        found, uid, expires = self._verified[token]
        if found != kind or expires * 1000 <= self.clock.wall_ms() or _digest(token) in self._revoked:
            return None
        return None if expires - LIFETIMES[kind] < self._ended.get(uid, 0) else self.diners.get(uid)

    def revoke(self, token: str) -> None:
        """Make the token invalid permanently, also across restarts."""
        if _digest(token) not in self._revoked:
            self._record("revoked", digest=_digest(token))

    def issue_bearer(self, diner: Diner | None) -> str:
        """Return a new bearer token for this customer, or for the application if `diner` is None."""
        token = str(uuid.uuid4())
        expires = int(self.clock.wall_ms() // 1000) + BEARER_SECONDS
        self._record("bearer", digest=_digest(token), user_id=diner and diner.id, expires=expires)
        return token

    def bearer(self, token: str) -> Bearer | None:
        """Return the owner of the token. None if the token is unknown, expired or revoked."""
        digest = _digest(token)
        found = self._bearers.get(digest)
        if found is None or found.expires * 1000 <= self.clock.wall_ms() or digest in self._revoked:
            return None
        ended = 0 if found.user_id is None else self._ended.get(found.user_id, 0)
        return None if found.expires - BEARER_SECONDS < ended else found

    def revoke_applications(self) -> None:
        """Revoke all bearer tokens of applications, as OpenTable does when the applications' secrets are rotated."""
        for digest in [one for one, bearer in self._bearers.items() if bearer.user_id is None]:
            if digest not in self._revoked:
                self._record("revoked", digest=digest)

    def security_token(self, reservation_id: int) -> str:
        """Return OpenTable's security token of a reservation: constant for the reservation and not guessable."""
        return self._mac(f"security {reservation_id}".encode()).decode()

    def reservation_token(self, reservation_id: int) -> str:
        """Return a new Resy token that names a reservation. The token is valid for an hour."""
        expires = int(self.clock.wall_ms() // 1000) + RESERVATION_TOKEN_SECONDS
        body = f"{reservation_id}.{expires}.{secrets.token_hex(4)}".encode()
        return urlsafe_b64encode(body + b"." + self._mac(body)).decode()

    def reservation_of(self, token: str) -> int | None:
        """Return the id of the reservation that a Resy reservation token names. None if it is forged or expired."""
        try:
            body, _, mac = urlsafe_b64decode(token.encode()).rpartition(b".")
            reservation_id, expires, _ = body.split(b".")
        except ValueError:
            return None
        if not hmac.compare_digest(mac, self._mac(body)) or int(expires) * 1000 <= self.clock.wall_ms():
            return None
        return int(reservation_id)

    # journal

    def restore(self, record: dict[str, Any]) -> None:
        """Apply one journal record that `_record` or `snapshot` wrote."""
        match record["kind"]:
            case "diner" | "customer":
                fields = {k: v for k, v in record.items() if k not in ("kind", "cards", "default_card")}
                diner = Diner(**fields)
                self.diners[diner.id] = diner
                if record["kind"] == "diner":
                    self._by_email[diner.email] = diner
                else:
                    self._by_phone[diner.mobile_number] = diner
            case "bearer":
                self._bearers[record["digest"]] = Bearer(record["user_id"], record["expires"])
            case "card":
                owner, card = self.diners[record["user_id"]], Card(**record["card"])
                owner.cards.append(card)
                owner.default_card = owner.default_card or card.id
                self._cards = max(self._cards, card.id - FIRST_CARD_ID + 1)
            case "no-cards":
                self.diners[record["user_id"]].cards.clear()
                self.diners[record["user_id"]].default_card = None
            case "revoked":
                self._revoked.add(record["digest"])
            case "sessions-ended":
                self._ended[record["user_id"]] = record["at"]

    def snapshot(self) -> Iterator[bytes]:
        """Return journal lines that restore all accounts."""
        cards: list[tuple[int, dict[str, Any]]] = []
        for diner in self.diners.values():
            fields = asdict(diner)
            cards.extend((card["id"], {"user_id": diner.id, "card": card}) for card in fields.pop("cards"))
            kind = "customer" if diner.id >= FIRST_CUSTOMER_ID else "diner"
            yield encode({"kind": kind, **fields})
        for _, card_fields in sorted(cards, key=lambda pair: pair[0]):
            yield encode({"kind": "card", **card_fields})
        for digest, bearer in self._bearers.items():
            yield encode({"kind": "bearer", "digest": digest, **asdict(bearer)})
        for digest in sorted(self._revoked):
            yield encode({"kind": "revoked", "digest": digest})
        for user_id, at in sorted(self._ended.items()):
            yield encode({"kind": "sessions-ended", "user_id": user_id, "at": at})

    def _record(self, kind: str, **fields: Any) -> None:
        record = {"kind": kind, **fields}
        self.restore(record)
        self.sink(encode(record))

    def _mac(self, body: bytes) -> bytes:
        return hmac.new(self._seal, body, hashlib.sha256).hexdigest()[:32].encode()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
