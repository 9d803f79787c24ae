"""Print the Secrets of the dev overlay with generated values.

`python k8s/overlays/dev/make_secrets.py | kubectl apply -f -`

Run the script once per cluster. A second run would replace SEAL_KEYS, and the stored platform tokens could not be
decrypted any more.
"""

import base64
import json
import secrets
import sys

# The number of points of the curve P-256 (FIPS 186-4, D.1.2.3).
P256_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
NAMESPACE = "tablehawk-dev"


def manifests() -> list[dict[str, object]]:
    """Return the Secrets that the pods of the dev overlay use, with new random values."""
    password = secrets.token_hex(16)
    seal_keys = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
    database = f"postgresql://tablehawk:{password}@postgres:5432/tablehawk"
    return [
        secret("dev-stores", {"postgres": password}),
        secret("ray-auth", {"auth_token": secrets.token_hex(32)}),
        secret("sniper-secrets", {"DATABASE_URL": database, "SEAL_KEYS": seal_keys, "RESY_API_KEY": "tablehawk-demo"}),
        secret(
            "web-secrets",
            {
                "DATABASE_URL": database,
                "REDIS_URL": "redis://valkey:6379/0",
                "SECRET_KEY": secrets.token_urlsafe(64),
                "SEAL_KEYS": seal_keys,
                "RESY_API_KEY": "tablehawk-demo",
                "METRICS_TOKEN": secrets.token_hex(32),
                "VAPID_PRIVATE_KEY": vapid_key(),
                # The simulator accepts any key of the right form.
                "STRIPE_SECRET_KEY": f"sk_test_{secrets.token_hex(24)}",
                "STRIPE_WEBHOOK_SECRET": f"whsec_{secrets.token_hex(24)}",
            },
        ),
    ]


def secret(name: str, values: dict[str, str]) -> dict[str, object]:
    """Return the manifest of one Secret."""
    metadata = {"name": name, "namespace": NAMESPACE}
    return {"apiVersion": "v1", "kind": "Secret", "metadata": metadata, "type": "Opaque", "stringData": values}


def vapid_key() -> str:
    """Return a new key for Web Push: a random number of the curve P-256 as 32 bytes in base64url."""
    number = secrets.randbelow(P256_ORDER - 1) + 1
    return base64.urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


if __name__ == "__main__":
    json.dump({"apiVersion": "v1", "kind": "List", "items": manifests()}, sys.stdout)
