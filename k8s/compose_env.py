"""Make the secrets of compose.yaml: `python3 k8s/compose_env.py` writes the variables of a deployment to .env.

Only its owner can read the file, from its first byte. An existing .env is never replaced. To write to another file,
give its name. You must fill in the empty variables. Run the script once per machine: a second run makes a new database
password and new SEAL_KEYS, and with these the existing database and the stored platform tokens cannot be opened.

With `--demo FILE`, the service `secrets` writes the secrets of a demo, for start.sh. It keeps an existing file, and
uses the secrets that its environment has.
"""

import argparse
import base64
import os
import secrets
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path

# The number of points of the curve P-256 (FIPS 186-4, D.1.2.3).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# The variables that you have to fill in.
EMPTY = (
    *("PUBLIC_HOST", "PUBLIC_URL", "RESY_API_KEY", "OPENTABLE_APP_ID", "OPENTABLE_APP_SECRET"),
    *("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "EMAIL_HOST", "EMAIL_HOST_USER", "EMAIL_HOST_PASSWORD"),
    *("DEFAULT_FROM_EMAIL", "TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_FROM"),
)


def variables() -> dict[str, str]:
    """Return the variables of a deployment in the order of the file."""
    own = {"COMPOSE_FILE": "compose.yaml:k8s/compose/deployment.yaml", "TABLEHAWK_ENV": "production"}
    return {**own, **dict.fromkeys(EMPTY, ""), "WATCH_SLOTS": "12", **generated()}


def generated() -> dict[str, str]:
    """Return new secrets, which nobody else gives us."""
    return {
        "POSTGRES_PASSWORD": secrets.token_hex(24),
        "SECRET_KEY": secrets.token_urlsafe(64),
        "SEAL_KEYS": base64.urlsafe_b64encode(secrets.token_bytes(32)).decode(),
        "METRICS_TOKEN": secrets.token_hex(32),
        "VAPID_PRIVATE_KEY": vapid_key(),
        "RAY_AUTH_TOKEN": secrets.token_hex(32),
    }


def demo_secrets(given: Mapping[str, str]) -> dict[str, str]:
    """Return the secrets of a demo, those of `given` where it has one."""
    # The simulator accepts any key of the right form.
    simulated = {
        "STRIPE_SECRET_KEY": f"sk_test_{secrets.token_hex(24)}",
        "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
    }
    made = {name: given.get(name) or value for name, value in {**generated(), **simulated}.items()}
    # The addresses of the database in compose.yaml have no password then, and libpq takes this one.
    return {
        **made,
        "PGPASSWORD": made["POSTGRES_PASSWORD"],
        "SIM_STRIPE_WEBHOOK_SECRET": made["STRIPE_WEBHOOK_SECRET"],
    }


def vapid_key() -> str:
    """Return a new key for Web Push: a random number of the curve P-256 as 32 bytes in base64url."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def write(file: Path, values: Mapping[str, str], *, mode: int = 0o600) -> None:
    """Write the variables to a new file that nobody else can read. Raises FileExistsError if the file exists.

    `mode` are the permissions of the complete file.
    """
    # Created with this mode, so that nobody can open it before a later chmod.
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as opened:
        os.fchmod(descriptor, 0o600)  # a umask may have removed the owner's permissions
        opened.writelines(f"{name}={value}\n" for name, value in values.items())
        os.fchmod(descriptor, mode)


def write_demo(file: Path, given: Mapping[str, str]) -> None:
    """Write the secrets of a demo, readable for the group, unless the file exists. Other programs see all of it or
    none."""
    if file.exists():
        return
    new = file.with_name(f"{file.name}.new")
    new.unlink(missing_ok=True)
    write(new, {name: shlex.quote(value) for name, value in demo_secrets(given).items()}, mode=0o440)
    new.rename(file)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the variables of compose.yaml to a private file.")
    parser.add_argument("--demo", action="store_true", help="the secrets of a demo, for k8s/compose/start.sh")
    parser.add_argument("file", nargs="?", type=Path, default=Path(".env"))
    arguments = parser.parse_args()
    try:
        if arguments.demo:
            write_demo(arguments.file, os.environ)
        else:
            write(arguments.file, variables())
    except FileExistsError:
        sys.exit(
            f"{arguments.file} exists. Its secrets open the database and the stored tokens, so it is not replaced."
        )
