"""The web tower's environment variables, with types. No other module of the tower reads them.

Each field has the name of its variable. A deployment refuses unsafe values (snipers/environment/checks.py), and
variables on which safety depends have no default there. `Local`, for development and tests, has a default for every
variable.
"""

import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from functools import partial
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from secrets import token_hex, token_urlsafe
from typing import Annotated, Any, Final, Literal

from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, derive_private_key, generate_private_key
from pydantic import AfterValidator, BeforeValidator, Field, ValidationError, ValidationInfo
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from apps.common.files import write_once
from snipers.environment import checks, database
from snipers.environment.checks import BadEnvironment

ROOT: Final = Path(__file__).resolve().parents[2]
# The prefix lengths of the widest private networks, 10.0.0.0/8 and fc00::/7. Shorter ones include public addresses.
WIDEST_PREFIX: Final = {4: 8, 6: 7}
# The highest rate limit that a deployment accepts, in requests a minute. A higher one limits nobody.
MOST_REQUESTS: Final = 100_000


def _split(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _networks(value: Any) -> Any:
    try:
        return [ip_network(part) for part in _split(value)]
    except ValueError:
        raise ValueError("has to be a comma-separated list of networks like 10.0.0.0/8.") from None


def _holds(condition: Callable[[Any], bool], sentence: str) -> AfterValidator:
    """Return a validator that refuses values without the condition. The sentence follows the name of the variable."""

    def check(value: Any) -> Any:
        if not condition(value):
            raise ValueError(sentence)
        return value

    return AfterValidator(check)


def _fernet_keys(keys: list[str]) -> list[str]:
    try:
        [Fernet(key) for key in keys]
    except ValueError:
        raise ValueError("has to be a comma-separated list of Fernet keys.") from None
    return keys


def _database(value: str) -> str:
    database.parameters(value)
    return value


def _twilio(value: str, info: ValidationInfo) -> str:
    if info.data.get("TWILIO_ACCOUNT_SID") and not value:
        raise ValueError("is not set. TWILIO_ACCOUNT_SID needs it; unset that to send no text messages.")
    return value


def _metrics_token(value: str) -> str:
    return value and checks.strong_secret(value, length=32)


def _random_keys(keys: list[str]) -> list[str]:
    for key in _fernet_keys(keys):
        checks.strong_secret(key, length=44)
    return keys


def _vapid_key(value: str) -> str:
    """Check a VAPID_PRIVATE_KEY: the number of a private key of the curve P-256, 32 bytes in base64url without padding,
    or "".
    """
    try:
        number = urlsafe_b64decode(value + "=" * (-len(value) % 4))
        if value and len(number) != 32:
            raise ValueError
        if value:
            derive_private_key(int.from_bytes(number), SECP256R1())
    except ValueError:
        raise ValueError("has to be a private key for Web Push; platform/README.md says how to make one.") from None
    return value


def _random_vapid_key(value: str) -> str:
    return value and checks.strong_secret(_vapid_key(value), length=43)


Address = Annotated[str, AfterValidator(lambda value: value.rstrip("/"))]
RealService = Annotated[Address, AfterValidator(checks.real_service)]
Secret = Annotated[str, Field(repr=False)]
Database = Annotated[Secret, AfterValidator(_database)]
Redis = Annotated[
    Secret,
    _holds(
        lambda url: url.startswith(("redis://", "rediss://", "unix://")),
        "has to begin with redis://, rediss:// (TLS) or unix://.",
    ),
]
Words = Annotated[list[str], NoDecode, BeforeValidator(_split), Field(min_length=1)]
CallingCodes = Annotated[
    Words,
    _holds(
        lambda codes: all(re.fullmatch(r"\+[1-9][0-9]{0,5}", code) for code in codes),
        "has to be a comma-separated list of calling codes like +1,+44.",
    ),
]
Keys = Annotated[Words, AfterValidator(_fernet_keys), Field(repr=False)]
Networks = Annotated[list[IPv4Network | IPv6Network], NoDecode, BeforeValidator(_networks)]
Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0)]
Limit = Annotated[
    int,
    _holds(
        lambda number: 1 <= number <= MOST_REQUESTS,
        f"has to be a number from 1 to {MOST_REQUESTS}: without a limit, one client can stop the site.",
    ),
]
Level = Annotated[Literal["DEBUG", "INFO", "WARNING", "ERROR"], BeforeValidator(str.upper)]


OWN_HOSTS = _holds(lambda hosts: "*" not in (hosts or ()), "may not contain *: list the host names of this site.")
HTTPS = _holds(lambda url: url.startswith("https://"), "has to begin with https://: links in e-mails lead to it.")
HTTPS_ORIGINS = _holds(
    lambda origins: all(origin.startswith("https://") for origin in origins or ()),
    "may contain only origins that begin with https://: their pages may use the API.",
)
OWN_NETWORKS = _holds(
    lambda found: all(network.prefixlen >= WIDEST_PREFIX[network.version] for network in found),
    "takes in addresses of strangers, who could forge theirs: list the proxies' networks only.",
)
TLS = _holds(bool, "has to be on: mails contain links that sign in, and our password of the mail server is sent.")
NO_LOOPBACK = _holds(lambda value: not value, "lets users send messages to programs on this machine: unset it.")


class Environment(BaseSettings):
    """All variables; platform/README.md has a table of them. A deployment must set every variable without a default."""

    model_config = SettingsConfigDict(case_sensitive=True, env_ignore_empty=True, extra="ignore", frozen=True)

    TABLEHAWK_ENV: str
    TABLEHAWK_STATE: Path = ROOT / ".tablehawk"
    SECRET_KEY: Secret
    SEAL_KEYS: Keys
    METRICS_TOKEN: Secret = ""
    PUBLIC_URL: Address
    ALLOWED_HOSTS: Words
    ALLOWED_ORIGINS: Words | None = None
    TRUSTED_PROXIES: Networks = []
    DATABASE_URL: Database
    REDIS_URL: Redis
    RESY_BASE_URL: Address
    RESY_API_KEY: Secret
    OPENTABLE_BASE_URL: Address
    OPENTABLE_APP_ID: str = checks.DEMO_APP_ID
    OPENTABLE_APP_SECRET: Secret = ""
    SIM_CONTROL_URL: Address = "http://127.0.0.1:9100"
    # An empty value means Stripe's own address.
    STRIPE_API_BASE: Address = ""
    STRIPE_SECRET_KEY: Secret
    STRIPE_WEBHOOK_SECRET: Secret
    CATALOG_BUDGET: Annotated[float, Field(gt=0, le=10, allow_inf_nan=False)] = 2
    API_RATE_USER: Count = 240
    API_RATE_ADDRESS: Count = 60
    API_RATE_FILING: Count = 30
    API_RATE_PUBLIC: Count = 120
    API_RATE_OPERATIONS: Count = 600
    # Hosts at which the admin API answers. By default there is none, and the API is closed.
    OPERATIONS_HOSTS: Words | None = None
    WEB_ROLE: Literal["all", "web", "realtime"] = "all"
    DRAIN_NOTICE_SECONDS: Seconds = 5
    DRAIN_SECONDS: Seconds = 20
    SOCKET_DRAIN_SECONDS: Seconds = 60
    LIVENESS_FOLDER: str = ""
    LOG_LEVEL: Level = "INFO"
    SIGNUP_TRIAL_DAYS: Count = 0
    EMAIL_HOST: str
    EMAIL_PORT: int = 587
    EMAIL_HOST_USER: str = ""
    EMAIL_HOST_PASSWORD: Secret = ""
    EMAIL_USE_TLS: bool = True
    DEFAULT_FROM_EMAIL: str
    OPERATOR_NAME: str = ""
    CONTACT_EMAIL: str = ""
    TWILIO_ACCOUNT_SID: str = ""
    TWILIO_AUTH_TOKEN: Annotated[Secret, AfterValidator(_twilio)] = ""
    TWILIO_FROM: Annotated[str, AfterValidator(_twilio)] = ""
    TWILIO_API_BASE: Address = "https://api.twilio.com"
    # Phones with these calling codes may get text messages. +1 stands for the United States and Canada.
    SMS_CALLING_CODES: CallingCodes = ["+1"]
    # Without a key, users cannot turn on notifications on devices.
    VAPID_PRIVATE_KEY: Annotated[Secret, AfterValidator(_vapid_key)] = ""
    # Permits messages to services on this machine; only for tests.
    NOTIFY_LOOPBACK: bool = False
    FRONTEND_DIST: Path = ROOT / "frontend" / "dist"


class Staging(Environment):
    """A deployment. It refuses unsafe values and the addresses of simulators, but allows Stripe's test mode."""

    SECRET_KEY: Annotated[Secret, AfterValidator(partial(checks.strong_secret, length=50))]
    SEAL_KEYS: Annotated[Words, AfterValidator(_random_keys), Field(repr=False)]
    # Without a token, /metrics refuses every request.
    METRICS_TOKEN: Annotated[Secret, AfterValidator(_metrics_token)] = ""
    PUBLIC_URL: Annotated[Address, HTTPS]
    ALLOWED_HOSTS: Annotated[Words, OWN_HOSTS]
    ALLOWED_ORIGINS: Annotated[Words | None, HTTPS_ORIGINS] = None
    OPERATIONS_HOSTS: Annotated[Words | None, OWN_HOSTS] = None
    TRUSTED_PROXIES: Annotated[Networks, OWN_NETWORKS] = []
    RESY_BASE_URL: RealService
    RESY_API_KEY: Annotated[Secret, AfterValidator(checks.api_key)]
    OPENTABLE_BASE_URL: RealService
    STRIPE_API_BASE: RealService = ""
    STRIPE_SECRET_KEY: Annotated[Secret, AfterValidator(checks.stripe_key)]
    STRIPE_WEBHOOK_SECRET: Annotated[Secret, AfterValidator(checks.stripe_signing_secret)]
    API_RATE_USER: Limit = 240
    API_RATE_ADDRESS: Limit = 60
    API_RATE_FILING: Limit = 30
    API_RATE_PUBLIC: Limit = 120
    API_RATE_OPERATIONS: Limit = 600
    EMAIL_USE_TLS: Annotated[bool, TLS] = True
    TWILIO_API_BASE: RealService = "https://api.twilio.com"
    DEFAULT_FROM_EMAIL: Annotated[str, AfterValidator(checks.sender)]
    VAPID_PRIVATE_KEY: Annotated[Secret, AfterValidator(_random_vapid_key)] = ""
    NOTIFY_LOOPBACK: Annotated[bool, NO_LOOPBACK] = False


class Production(Staging):
    """Staging, with Stripe's live mode required."""

    STRIPE_SECRET_KEY: Annotated[Secret, AfterValidator(checks.live_key)]


def _kept(name: str, make: Callable[[], str]) -> Any:
    """Return a field whose default is generated once on this machine and stored in the state folder."""
    return Field(default_factory=lambda data: kept_secret(name, folder=data["TABLEHAWK_STATE"] / "secrets", make=make))


def _new_vapid_key() -> str:
    number = generate_private_key(SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32)).rstrip(b"=").decode()


class Local(Environment):
    """Development and tests: one machine and the simulator. E-mails and text messages are written to files in the state
    folder."""

    SECRET_KEY: Secret = _kept("SECRET_KEY", lambda: token_urlsafe(64))
    SEAL_KEYS: Keys = _kept("SEAL_KEYS", lambda: Fernet.generate_key().decode())
    PUBLIC_URL: Address = "http://127.0.0.1:8000"
    ALLOWED_HOSTS: Words = ["127.0.0.1", "localhost", "testserver"]
    DATABASE_URL: Database = "postgresql://tablehawk@/tablehawk"
    REDIS_URL: Redis = "redis://127.0.0.1:6379/0"
    RESY_BASE_URL: Address = "http://127.0.0.1:9101"
    RESY_API_KEY: Secret = checks.DEMO_API_KEY
    OPENTABLE_BASE_URL: Address = "http://127.0.0.1:9102"
    STRIPE_API_BASE: Address = "http://127.0.0.1:9103"
    STRIPE_SECRET_KEY: Secret = _kept("STRIPE_SECRET_KEY", lambda: f"sk_test_{token_hex(24)}")
    STRIPE_WEBHOOK_SECRET: Secret = _kept("STRIPE_WEBHOOK_SECRET", lambda: f"whsec_{token_hex(24)}")
    VAPID_PRIVATE_KEY: Annotated[Secret, AfterValidator(_vapid_key)] = _kept("VAPID_PRIVATE_KEY", _new_vapid_key)
    API_RATE_USER: Count = 0
    API_RATE_ADDRESS: Count = 0
    API_RATE_FILING: Count = 0
    API_RATE_PUBLIC: Count = 0
    API_RATE_OPERATIONS: Count = 0
    OPERATIONS_HOSTS: Words | None = ["127.0.0.1", "localhost", "testserver"]
    DRAIN_NOTICE_SECONDS: Seconds = 0
    DRAIN_SECONDS: Seconds = 3
    SOCKET_DRAIN_SECONDS: Seconds = 0
    EMAIL_HOST: str = ""
    DEFAULT_FROM_EMAIL: str = "Tablehawk <no-reply@tablehawk.test>"


def read() -> Environment:
    """Read all variables. Raises BadEnvironment with one sentence for each missing or refused variable."""
    name = os.environ.get("TABLEHAWK_ENV", "")
    try:
        checks.environment(name)
    except ValueError as error:
        raise BadEnvironment(f"TABLEHAWK_ENV {error}") from None
    kind: Any = {"staging": Staging, "production": Production}.get(name, Local)
    try:
        found: Environment = kind()
    except ValidationError as error:
        found_wrong = error.errors(include_url=False, include_input=False)
        # This error type means that a default depends on a refused variable. That variable has its own sentence.
        sentences = [_sentence(one) for one in found_wrong if one["type"] != "default_factory_not_called"]
        raise BadEnvironment("\n".join(sentences)) from None
    return found


def _sentence(error: Any) -> str:
    name = error["loc"][0]
    match error["type"]:
        case "missing" | "too_short":
            return f"{name} is not set. It is needed to start; see the table in platform/README.md."
        case "value_error":
            return f"{name} {error['ctx']['error']}"
    return f"{name} {error['msg'].replace('Input should be', 'has to be')}."


def kept_secret(name: str, *, folder: Path, make: Callable[[], str]) -> str:
    """Return the secret `name` from its file in `folder`. If there is no file yet, create it with a secret from `make`.

    Raises BadEnvironment if the folder cannot be used.
    """
    file = folder / name.lower()
    try:
        for one in (folder.parent, folder):
            one.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            return file.read_text()
        except FileNotFoundError:
            write_once(file, make())
            return file.read_text()
    except OSError as error:
        raise BadEnvironment(f"{name} is not set and {folder} cannot be used ({error.strerror}).") from error
