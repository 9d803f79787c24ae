"""Settings of a deployment. Each case runs in its own process, because settings are read once."""

import os
import subprocess
import sys

from cryptography.fernet import Fernet
from django.conf import settings

PRODUCTION = {
    "TABLEHAWK_ENV": "production",
    "SECRET_KEY": "long-enough-and-different-enough-1234567890-abcdefghijklmnop",
    "SEAL_KEYS": Fernet.generate_key().decode(),
    "PUBLIC_URL": "https://tablehawk.example",
    "ALLOWED_HOSTS": "tablehawk.example",
    "DATABASE_URL": "postgresql://somebody@db.example/tablehawk",
    "REDIS_URL": "redis://redis.example/0",
    "RESY_BASE_URL": "https://api.resy.example",
    "RESY_API_KEY": "a-key",
    "OPENTABLE_BASE_URL": "https://opentable.example",
    "STRIPE_SECRET_KEY": "sk_live_51NobodysSecretKey0123",
    "STRIPE_WEBHOOK_SECRET": "whsec_b2Yg-bm9ib2R5LCBidXQgcmFuZG9t",
    "EMAIL_HOST": "smtp.tablehawk.example",
    "DEFAULT_FROM_EMAIL": "Tablehawk <no-reply@tablehawk.example>",
}


def manage(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(settings.ROOT / "platform/manage.py"), *arguments]
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LD_LIBRARY_PATH") if name in os.environ}
    return subprocess.run(command, env={**kept, **environment}, capture_output=True, text=True, check=False)


def check(environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return manage(environment, "check", "--deploy", "--fail-level", "WARNING")


def test_the_deployment_check_passes_in_production() -> None:
    found = check(PRODUCTION)
    assert (found.returncode, found.stderr) == (0, "")


def test_production_does_not_install_bench_commands() -> None:
    found = manage(PRODUCTION, "bench_dump")
    assert found.returncode == 1
    assert "Unknown command: 'bench_dump'" in found.stderr


def test_production_has_hsts_and_rate_limits() -> None:
    shown = manage(PRODUCTION, "diffsettings", "--all").stdout
    for line in (
        "SECURE_HSTS_SECONDS = 31536000",
        "SECURE_SSL_REDIRECT = True",
        "SESSION_COOKIE_SECURE = True",
        "API_RATE_USER = 240",
        "API_RATE_ADDRESS = 60",
        "API_RATE_PUBLIC = 120",
        "API_RATE_FILING = 30",
        "CORS_ALLOWED_ORIGINS = ['https://tablehawk.example', 'https://tablehawk.example']",
    ):
        assert line in shown


def test_production_does_not_start_without_a_required_variable() -> None:
    found = check({key: value for key, value in PRODUCTION.items() if key != "SECRET_KEY"})
    assert found.returncode == 1
    assert found.stderr.strip() == "SECRET_KEY is not set. It is needed to start; see the table in platform/README.md."


def test_a_wrong_value_stops_the_start_and_is_not_shown() -> None:
    found = check({**PRODUCTION, "SEAL_KEYS": "not-a-key"})
    assert found.returncode == 1
    assert "SEAL_KEYS" in found.stderr
    assert "not-a-key" not in found.stderr
    assert "Traceback" not in found.stderr
