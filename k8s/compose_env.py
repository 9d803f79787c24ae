"""Write the variables of compose.yaml with generated secrets to .env: `python3 k8s/compose_env.py`.

Only its owner can read the file, from its first byte. An existing .env is never replaced. To write to another file,
give its name.

With --simulator, the variables start a demo with simulated platforms. Without it, you must fill in the empty variables.
Run the script once per machine: a second run makes a new database password and new SEAL_KEYS, and with these the
existing database and the stored platform tokens cannot be opened.
"""

import argparse
import base64
import os
import secrets
import sys
from pathlib import Path

DEMO = {
    "COMPOSE_PROFILES": "simulator",
    "TABLEHAWK_ENV": "development",
    "PUBLIC_HOST": "127.0.0.1",
    "PUBLIC_URL": "http://127.0.0.1:8000",
    "RESY_BASE_URL": "http://simulator:19101",
    "OPENTABLE_BASE_URL": "http://simulator:19102",
    "STRIPE_API_BASE": "http://simulator:19103",
    "RESY_API_KEY": "tablehawk-demo",
    "OPENTABLE_APP_ID": "tablehawk-demo",
    # The simulator accepts any key of the right form.
    "STRIPE_SECRET_KEY": f"sk_test_{secrets.token_hex(24)}",
    "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
    "DEFAULT_FROM_EMAIL": "Tablehawk <no-reply@tablehawk.test>",
    "POLL_SECONDS": "1",
    "OPENTABLE_POLL_SECONDS": "2",
    "OPENTABLE_POLL_BUDGET": "25",
    "IDLE_POLLS": "2",
    "OPENTABLE_IDLE_POLLS": "2",
}
# The number of points of the curve P-256 (FIPS 186-4, D.1.2.3).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# The variables that you have to fill in.
EMPTY = (
    *("PUBLIC_HOST", "PUBLIC_URL", "RESY_API_KEY", "OPENTABLE_APP_ID", "OPENTABLE_APP_SECRET"),
    *("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "EMAIL_HOST", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"),
    *("DEFAULT_FROM_EMAIL", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"),
)


def variables(*, simulator: bool) -> dict[str, str]:
    """Return all variables in the order of the file. `simulator` selects the demo with simulated platforms."""
    given = DEMO if simulator else {"TABLEHAWK_ENV": "production", **dict.fromkeys(EMPTY, "")}
    return {
        **given,
        "WATCH_SLOTS": "12",
        "POSTGRES_PASSWORD": secrets.token_hex(24),
        "SECRET_KEY": secrets.token_urlsafe(64),
        "SEAL_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "METRICS_TOKEN": secrets.token_hex(32),
        "VAPID_PRIVATE_KEY": vapid_key(),
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }


def vapid_key() -> str:
    """Return a new key for Web Push: a random number of the curve P-256 as 32 bytes in base64url."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def write(file: Path, values: dict[str, str]) -> None:
    """Write the variables to a new file that only its owner can read. Raises FileExistsError if the file exists."""
    # Created with this mode, so that nobody can open it before a later chmod.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as opened:
        os.fchmod(descriptor, 0o600)  # a umask may have removed the owner's permissions
        opened.writelines(f"{name}={value}\n" for name, value in values.items())


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the variables of compose.yaml to a private file.")
    parser.add_argument("--simulator", action="store_true", help="variables of a demo with simulated platforms")
    parser.add_argument("file", nargs="?", type=Path, default=Path(".env"))
    given = parser.parse_args()
    try:
        write(given.file, variables(simulator=given.simulator))
    except FileExistsError:
        sys.exit(f"{given.file} exists. Its secrets open the database and the stored tokens, so it is not replaced.")
