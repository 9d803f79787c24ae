"""Environment variables, and the error sentence for each refused value."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from config import environment
from config.environment import ROOT
from config.tests.test_settings import PRODUCTION
from snipers.environment.checks import BadEnvironment

SIMULATOR = "names the simulator or this machine: set the address of the real service."
WEAK = "is easy to guess: it needs"
# Each unsafe setting of a deployment, with the beginning of the sentence that refuses it.
UNSAFE = [
    ("TABLEHAWK_ENV", "", "is not set: set it to production or staging on a server"),
    ("TABLEHAWK_ENV", "live", "has to be one of development, test, staging, production."),
    ("SECRET_KEY", "x", WEAK),
    ("SECRET_KEY", "a" * 64, WEAK),
    ("SECRET_KEY", "changeme-" * 8, WEAK),
    ("METRICS_TOKEN", "x", WEAK),
    ("ALLOWED_HOSTS", "*", "may not contain *: list the host names of this site."),
    ("ALLOWED_HOSTS", "tablehawk.example,*", "may not contain *"),
    ("TRUSTED_PROXIES", "0.0.0.0/0", "takes in addresses of strangers"),
    ("TRUSTED_PROXIES", "10.0.0.0/8,::/0", "takes in addresses of strangers"),
    ("TRUSTED_PROXIES", "0.0.0.0/1,128.0.0.0/1", "takes in addresses of strangers"),
    ("STRIPE_SECRET_KEY", "sk_test_1234567890", "is a key of Stripe's test mode"),
    ("STRIPE_SECRET_KEY", "rk_test_1234567890", "is a key of Stripe's test mode"),
    ("RESY_BASE_URL", "http://127.0.0.1:9101", SIMULATOR),
    ("RESY_BASE_URL", "https://127.1:9101", SIMULATOR),
    ("OPENTABLE_BASE_URL", "http://simulator:9102", SIMULATOR),
    ("OPENTABLE_BASE_URL", "https://simulator.tablehawk-dev.svc.cluster.local", SIMULATOR),
    ("STRIPE_API_BASE", "http://localhost:9103", SIMULATOR),
    ("TWILIO_API_BASE", "http://[::1]:9104", SIMULATOR),
    ("RESY_BASE_URL", "http://api.resy.example", "has to begin with https://"),
    ("RESY_BASE_URL", "api.resy.example", SIMULATOR),
    ("RESY_API_KEY", "tablehawk-demo", "is the simulator's key"),
    ("DEFAULT_FROM_EMAIL", "Tablehawk <no-reply@tablehawk.test>", "has no domain that can send mail"),
    ("DEFAULT_FROM_EMAIL", "Tablehawk", "has no domain that can send mail"),
    ("EMAIL_HOST", "", "is not set. It is needed to start"),
    ("NOTIFY_LOOPBACK", "yes", "lets users send messages to programs on this machine"),
    ("VAPID_PRIVATE_KEY", "not-a-key", "has to be a private key for Web Push"),
    # The number 0, and the order of the curve, are no keys.
    ("VAPID_PRIVATE_KEY", "A" * 43, "has to be a private key for Web Push"),
    ("VAPID_PRIVATE_KEY", "_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE", "has to be a private key for Web Push"),
    ("PUBLIC_URL", "http://tablehawk.example", "has to begin with https://"),
    # The number 1.
    ("VAPID_PRIVATE_KEY", "A" * 42 + "E", WEAK),
    ("SEAL_KEYS", "A" * 43 + "=", WEAK),
    ("STRIPE_SECRET_KEY", "x", "is no secret key of Stripe"),
    ("STRIPE_SECRET_KEY", "pk_live_1234567890123456", "is no secret key of Stripe"),
    *(
        ("STRIPE_WEBHOOK_SECRET", value, "is no signing secret of a Stripe webhook")
        for value in ("x", "whsec_", "whsec_x", f"whsec_{'a' * 40}", "sk_live_1234567890123456789012345678")
    ),
    *(
        (f"API_RATE_{name}", value, "has to be a number from 1 to 100000")
        for name in ("USER", "ADDRESS", "PUBLIC", "FILING", "OPERATIONS")
        for value in ("0", "-1", "999999999")
    ),
    *(("EMAIL_USE_TLS", value, "has to be on: mails contain links") for value in ("0", "false", "no", "off")),
    ("ALLOWED_ORIGINS", "https://tablehawk.example,http://tablehawk.example", "may contain only origins"),
    ("ALLOWED_ORIGINS", "*", "may contain only origins"),
    ("OPERATIONS_HOSTS", "*", "may not contain *"),
]

VAPID_KEY = "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k"

REQUIRED = [
    "SECRET_KEY", "SEAL_KEYS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "PUBLIC_URL", "ALLOWED_HOSTS",
    "DATABASE_URL", "EMAIL_HOST", "DEFAULT_FROM_EMAIL",
]  # fmt: skip


def give(monkeypatch: pytest.MonkeyPatch, given: dict[str, str]) -> None:
    for name in environment.Environment.model_fields:
        monkeypatch.delenv(name, raising=False)
    for name, value in given.items():
        monkeypatch.setenv(name, value)


@pytest.mark.parametrize(("name", "value", "sentence"), UNSAFE)
def test_an_unsafe_setting_is_refused_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    give(monkeypatch, {**PRODUCTION, name: value})
    with pytest.raises(BadEnvironment) as stop:
        environment.read()
    said = str(stop.value)
    assert said.startswith(f"{name} {sentence}")
    assert "\n" not in said
    if len(value) > 6:
        assert value not in said


@pytest.mark.parametrize("name", REQUIRED)
def test_production_requires_its_variables(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    give(monkeypatch, {key: value for key, value in PRODUCTION.items() if key != name})
    with pytest.raises(BadEnvironment) as stop:
        environment.read()
    assert str(stop.value) == f"{name} is not set. It is needed to start; see the table in platform/README.md."


def test_a_refused_setting_ends_the_process_with_its_sentence() -> None:
    given = {**PRODUCTION, "SECRET_KEY": "a" * 64, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", "import config.settings"], env=given, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"SECRET_KEY {WEAK}")
    assert done.stderr.count("\n") == 1


def test_every_refused_setting_has_its_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, {**PRODUCTION, "SECRET_KEY": "x", "ALLOWED_HOSTS": "*", "EMAIL_HOST": ""})
    with pytest.raises(BadEnvironment) as stop:
        environment.read()
    assert [line.split()[0] for line in str(stop.value).splitlines()] == ["SECRET_KEY", "ALLOWED_HOSTS", "EMAIL_HOST"]


def test_production_accepts_safe_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    more = {
        "METRICS_TOKEN": "0123456789abcdef89abcdef01234567-0a1b2c3d4e5f",
        "TRUSTED_PROXIES": "10.0.0.0/8,fd00::/8,192.0.2.1",
        "STRIPE_API_BASE": "",
    }
    give(monkeypatch, {**PRODUCTION, **more})
    assert environment.read().TRUSTED_PROXIES[2].prefixlen == 32
    give(monkeypatch, PRODUCTION)
    assert environment.read().METRICS_TOKEN == ""


def test_staging_refuses_what_production_does_but_stripes_test_mode(monkeypatch: pytest.MonkeyPatch) -> None:
    staging = {**PRODUCTION, "TABLEHAWK_ENV": "staging", "STRIPE_SECRET_KEY": "sk_test_1234567890"}
    give(monkeypatch, staging)
    assert isinstance(environment.read(), environment.Staging)
    monkeypatch.setenv("RESY_BASE_URL", "http://simulator:9101")
    with pytest.raises(BadEnvironment, match="RESY_BASE_URL"):
        environment.read()


def test_secrets_do_not_show_in_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = {"EMAIL_HOST_PASSWORD": "hush-mail", "TWILIO_AUTH_TOKEN": "hush-text", "REDIS_URL": "redis://:hush@r/0"}
    hidden["VAPID_PRIVATE_KEY"] = VAPID_KEY
    give(monkeypatch, {**PRODUCTION, **hidden})
    shown = repr(environment.read())
    secret = [name for name in PRODUCTION if name.endswith(("_KEY", "_KEYS", "_SECRET")) or name == "DATABASE_URL"]
    assert len(secret) == 6
    for value in (*hidden.values(), *(PRODUCTION[name] for name in secret)):
        assert value not in shown


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("EMAIL_USE_TLS", "perhaps", "has to be a valid boolean"),
        ("TRUSTED_PROXIES", "10.0.0.7/8", "has to be a comma-separated list of networks"),
        ("SIGNUP_TRIAL_DAYS", "ten", "has to be a valid integer"),
        ("DRAIN_SECONDS", "inf", "has to be a finite number"),
        ("DRAIN_SECONDS", "-1", "has to be greater than or equal to 0"),
        ("WEB_ROLE", "sockets", "has to be 'all', 'web' or 'realtime'"),
        ("SMS_CALLING_CODES", "+1,Canada", "has to be a comma-separated list of calling codes"),
        ("LOG_LEVEL", "loud", "has to be 'DEBUG', 'INFO', 'WARNING' or 'ERROR'"),
        ("SEAL_KEYS", "not-a-key", "has to be a comma-separated list of Fernet keys"),
        ("DATABASE_URL", "postgresql://ada:%zz@db.example/x", "is no PostgreSQL address"),
        ("DATABASE_URL", "postgresql://ada@db.example/x?sslmod=require", "is no PostgreSQL address"),
        ("REDIS_URL", "redis.example:6379", "has to begin with redis://"),
        ("TWILIO_ACCOUNT_SID", "AC1", "TWILIO_AUTH_TOKEN is not set. TWILIO_ACCOUNT_SID needs it"),
    ],
)
def test_a_wrong_value_is_named_and_not_shown(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, sentence: str
) -> None:
    give(monkeypatch, {"TABLEHAWK_ENV": "test", name: value})
    with pytest.raises(BadEnvironment) as stop:
        environment.read()
    assert sentence in str(stop.value)
    assert name in str(stop.value)
    assert value not in str(stop.value)


def test_an_empty_variable_counts_as_unset(monkeypatch: pytest.MonkeyPatch) -> None:
    give(monkeypatch, {"TABLEHAWK_ENV": "test", "API_RATE_USER": "", "TRUSTED_PROXIES": "", "ALLOWED_HOSTS": ""})
    found = environment.read()
    assert (found.API_RATE_USER, found.TRUSTED_PROXIES, found.ALLOWED_HOSTS[0]) == (0, [], "127.0.0.1")


def test_lists_are_trimmed_and_have_no_empty_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"ALLOWED_HOSTS": " a, ,b,", "TRUSTED_PROXIES": "10.0.0.0/8, 192.0.2.1,2001:db8::/32"}
    give(monkeypatch, {"TABLEHAWK_ENV": "test", **given})
    found = environment.read()
    assert found.ALLOWED_HOSTS == ["a", "b"]
    assert [str(network) for network in found.TRUSTED_PROXIES] == ["10.0.0.0/8", "192.0.2.1/32", "2001:db8::/32"]


def test_a_secret_is_created_once_for_all_processes_and_private(tmp_path: Path) -> None:
    numbers, folder = count(), tmp_path / "state" / "secrets"

    def read(_: int) -> str:
        return environment.kept_secret("SECRET_KEY", folder=folder, make=lambda: f"made {next(numbers)}")

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(read, range(16)))) == 1
    kept = folder / "secret_key"
    assert kept.stat().st_mode & 0o777 == 0o600
    assert [one.stat().st_mode & 0o777 for one in (folder, folder.parent)] == [0o700, 0o700]
    assert [file.name for file in folder.iterdir()] == ["secret_key"]


def test_a_secret_that_is_set_is_not_created(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    names = ("SECRET_KEY", "SEAL_KEYS", "STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET")
    given = {name: PRODUCTION[name] for name in names} | {"VAPID_PRIVATE_KEY": VAPID_KEY}
    give(monkeypatch, {"TABLEHAWK_ENV": "development", "TABLEHAWK_STATE": str(tmp_path / "state"), **given})
    assert environment.read().SECRET_KEY == PRODUCTION["SECRET_KEY"]
    assert not (tmp_path / "state").exists()


def test_an_unusable_state_folder_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    give(monkeypatch, {"TABLEHAWK_ENV": "development", "TABLEHAWK_STATE": str(tmp_path / "file")})
    with pytest.raises(BadEnvironment, match=r"SECRET_KEY is not set and .* cannot be used"):
        environment.read()
