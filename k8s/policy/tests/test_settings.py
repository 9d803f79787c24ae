"""Programs start with exactly the variables of their manifests, and report a missing variable."""

import mmap
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import ray

from k8s.policy import pod_environment
from k8s.policy.images import FOLDER
from k8s.policy.manifests import Manifest, of_kind
from k8s.policy.raycluster import IMAGE_ROOT
from k8s.policy.rules_stores import SNIPER_POOL, WEB_POOL

from .forked import ROOT, start
from .mutable_manifests import MutableManifests, rendered

# Secret values of the right form.
VAULT = {
    "SEAL_KEYS": "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=",
    "DATABASE_URL": "postgresql://somebody@nowhere:5432/tablehawk",
    "REDIS_URL": "redis://nowhere:6379/0",
    "SECRET_KEY": "m8Zt2Qw7Lr4Vb1Xc9Nf6Hj3Kd5Gs0Pa8Ye2Uo7Ti4Rm1Wq6BzJx5Ch",
    "VAPID_PRIVATE_KEY": "q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k",
    "STRIPE_SECRET_KEY": "sk_live_51NobodysSecretKey0123",
    "STRIPE_WEBHOOK_SECRET": "whsec_b2Yg-bm9ib2R5LCBidXQgcmFuZG9t",
    "METRICS_TOKEN": "f3a91c0be7d24856a1b7c93e5d08f264",
}
WEB = "import config.settings as s; assert s.PRODUCTION, s.ENVIRONMENT; assert '10.0.0.7' not in s.ALLOWED_HOSTS"
SNIPERS = "import snipers.runtime.settings as s; assert s.read().public_url.startswith('https://')"


def environment(manifests: list[Manifest], container: Mapping[str, Any]) -> dict[str, str]:
    """Return the variables that the kubelet sets."""
    secrets = {
        one["spec"]["target"]["name"]: {
            key["secretKey"]: VAULT.get(key["secretKey"], "x") for key in one["spec"]["data"]
        }
        for one in of_kind(manifests, "ExternalSecret")
    }
    return pod_environment.environment(
        container, maps=pod_environment.config_maps(manifests), secrets=secrets, address="10.0.0.7"
    )


@pytest.mark.parametrize(
    ("workload", "code"),
    [("web", WEB), ("realtime", WEB), ("relay", WEB), ("worker", WEB), ("controller-blue", SNIPERS)],
)
def test_pod_has_every_required_setting(workload: str, code: str) -> None:
    production = MutableManifests(rendered("prod"))
    done = start(code, environment(production.all, production.app(f"Deployment/{workload}")))
    assert done.returncode == 0, done.stderr


def test_staging_accepts_stripe_test_keys_and_production_refuses_them() -> None:
    staging = MutableManifests(rendered("staging"))
    given = environment(staging.all, staging.app("Deployment/web")) | {"STRIPE_SECRET_KEY": "sk_test_1234567890"}
    assert start(WEB, given).returncode == 0
    assert start(WEB, given | {"TABLEHAWK_ENV": "production"}).stderr.startswith("STRIPE_SECRET_KEY is a key of")


def test_watcher_has_every_required_setting() -> None:
    production = MutableManifests(rendered("prod"))
    done = start(SNIPERS, environment(production.all, production.watcher))
    assert done.returncode == 0, done.stderr


def test_missing_setting_is_reported() -> None:
    production = MutableManifests(rendered("prod"))
    del production["ConfigMap/shared-env"]["data"]["PUBLIC_URL"]
    done = start(WEB, environment(production.all, production.app("Deployment/web")))
    assert done.returncode != 0
    assert "PUBLIC_URL is not set" in done.stderr


@pytest.mark.parametrize(
    ("code", "most"),
    [
        ("from server.database import MOST_CONNECTIONS as most; print(most)", WEB_POOL),
        (
            "from inspect import signature as s; from snipers.store.postgres import PostgresStore as p;"
            "print(s(p).parameters['connections'].default)",
            SNIPER_POOL,
        ),
    ],
)
def test_pool_sizes_match_the_programs(code: str, most: int) -> None:
    done = start(code, {})
    assert done.stdout.strip() == str(most), done.stderr


def test_prestop_command_is_valid() -> None:
    """The command runs with the worker's PYTHONPATH and without its database, so it exits with 5. An unknown argument
    would give 2.
    """
    watcher = MutableManifests(rendered("prod")).watcher
    command, path = watcher["lifecycle"]["preStop"]["exec"]["command"], search_path(watcher)
    given = {
        "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/nothing",
        "PATH": os.environ["PATH"],
        "PYTHONPATH": path,
    }
    done = subprocess.run([sys.executable, *command[1:]], env=given, capture_output=True, text=True, check=False)
    assert done.returncode == 5, done.stdout + done.stderr


def test_ray_knows_its_settings() -> None:
    """Ray ignores a variable of an unknown name. Settings of its C++ processes have names in lower case."""
    production = MutableManifests(rendered("prod"))
    names = {*production["ConfigMap/sniper-env"]["data"]}
    for container in (production.watcher, production.head["template"]["spec"]["containers"][0]):
        names |= {one["name"] for one in container["env"]}
    settings = {name for name in names if re.match("RAY_[a-z]", name)}
    assert "RAY_grpc_client_keepalive_timeout_ms" in settings
    raylet = Path(ray.__file__).parent / "core" / "src" / "ray" / "raylet" / "raylet"
    with raylet.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as program:
        assert {name for name in settings if program.find(f"{name}\0".encode()) < 0} == set()


def test_worker_site_is_in_the_image() -> None:
    production = MutableManifests(rendered("prod"))
    assert f"WORKDIR {IMAGE_ROOT}\nCOPY snipers/ snipers/\n" in (FOLDER / "snipers.Dockerfile").read_text()
    for container in (production.watcher, production.head["template"]["spec"]["containers"][0]):
        first = Path(search_path(container).split(":")[0])
        assert (first / "sitecustomize.py").is_file()


def search_path(container: Manifest) -> str:
    """Return a container's PYTHONPATH with the image's folder replaced by the checkout."""
    value = next(one["value"] for one in container["env"] if one["name"] == "PYTHONPATH")
    return ":".join(str(ROOT / Path(part).relative_to(IMAGE_ROOT)) for part in value.split(":"))
