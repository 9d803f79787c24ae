"""compose.yaml: agreement with the manifests, and the settings that its containers read."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml

from k8s.policy import compose

from .forked import start
from .test_settings import SNIPERS, VAULT, WEB

TEXT = compose.FILE.read_text()
FILE = yaml.safe_load(TEXT)
# What an operator fills in for production.
FILLED_IN = {
    **VAULT,
    "PUBLIC_HOST": "tablehawk.example",
    "PUBLIC_URL": "https://tablehawk.example",
    "RESY_API_KEY": "a-key",
    "STRIPE_SECRET_KEY": "sk_live_51NobodysSecretKey0123",
    "EMAIL_HOST": "smtp.tablehawk.example",
    "DEFAULT_FROM_EMAIL": "Tablehawk <no-reply@tablehawk.example>",
}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("relay_outcomes", "relay_outcome", "relay: command python platform/manage.py relay_outcome is not"),
        ("ray, start, --head, --block]", "ray, start, --block, --head]", "head: command ray start --block --head is"),
        ("--object-store-memory=100000000", "--object-store-memory=1", "head: --object-store-memory is 1, in"),
        ('{"watch_slots"', '{"slots"', "head: --resources offers no watch_slots"),
        ('8000}:8000"', '8000}:8080"', "web: port 8080 is published, but the container has [8000, 8001]"),
        ("9103:19103", "9103:9103", "simulator: port 9103 is published"),
        ("127.0.0.1:9464/healthz", "127.0.0.1:9465/healthz", "controller: the health check asks 9465/healthz"),
        ("127.0.0.1:8001/readyz", "127.0.0.1:8001/ready", "web: the health check asks 8001/ready"),
        ("LIVENESS_FOLDER:", "LIVENESS_FOLDR:", "relay: LIVENESS_FOLDER is not set"),
        ("LIVENESS_FOLDER:", "LIVENESS_FOLDR:", "worker: no program reads LIVENESS_FOLDR"),
        ("  SEAL_KEYS: $", "  SEAL_KEY: $", "controller: SEAL_KEYS is not set"),
        ("${METRICS_TOKEN:-}", "${METRIC_TOKEN:-}", "nothing in compose.yaml uses METRICS_TOKEN"),
        ("SECRET_KEY: ${SECRET_KEY:-}", "SECRET_KEY: ${SECRET_KEY:?}", "SECRET_KEY is required, so the demo does not"),
        ("/web:${VERSION:-dev}", "/page:${VERSION:-dev}", "worker: image tablehawk/page:dev is not tablehawk/web:dev"),
        ("postgres:18-bookworm@", "postgres:17-bookworm@", "backup: image docker.io/library/postgres:17"),
        ("target: snipers", "target: sniper", "head: build k8s/images/snipers.Dockerfile sniper does not make"),
        ("config/sniper.env", "config/snipers.env", "head: k8s/base/config/snipers.env does not exist"),
        ("backups:/copies", "copies:/copies", "restore: volume copies does not exist"),
        ("pid: service:head", "pid: service:ray", "controller: there is no service ray"),
        ("  cap_drop: [ALL]\n", "  cap_drop: []\n", "web: cap_drop is not [ALL]"),
        ("x-store: &store\n  read_only: true\n", "x-store: &store\n", "postgres: read_only is not true"),
        ("x-store: &store\n  read_only: true\n", "x-store: &store\n", "valkey: read_only is not true"),
        ("    mem_limit: 2g\n", "", "postgres: mem_limit is not set"),
        ("    mem_limit: 192m\n", "", "valkey: mem_limit is not set"),
        ('    user: "999:1000"\n', "    cap_add: [SYS_ADMIN]\n", "valkey: cap_drop is not [ALL], or capabilities"),
        ("  doors:\n    <<", "  door:\n    <<", "door: no container of the manifests is named for it"),
    ],
)
def test_wrong_service_is_found(old: str, new: str, message: str) -> None:
    assert old in TEXT
    found = compose.compose_agrees_with_manifests(TEXT.replace(old, new))
    assert any(message in one for one in found), found


@pytest.mark.parametrize(
    ("service", "code"),
    [("migrate", WEB), ("web", WEB), ("realtime", WEB), ("relay", WEB), ("worker", WEB), ("controller", SNIPERS)],
)
def test_filled_in_variables_start_production(service: str, code: str) -> None:
    given = {**compose.env_file(), **FILLED_IN}
    done = start(code, compose.program_environment(FILE, service, given))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("service", ["web", "seed", "controller"])
def test_the_demo_starts_without_a_file(service: str) -> None:
    code = "import snipers.runtime.settings as s; s.read()" if service == "controller" else "import config.settings"
    given = compose.program_environment(FILE, service, {})
    done = start(code, given)
    assert done.returncode == 0, done.stderr
    assert given["RESY_BASE_URL"] == "http://simulator:19101"


@pytest.mark.parametrize(("service", "code"), [("web", WEB), ("controller", SNIPERS)])
def test_variables_that_nobody_filled_in_are_refused(service: str, code: str) -> None:
    done = start(code, compose.program_environment(FILE, service, compose.env_file()))
    assert done.returncode == 1
    assert "RESY_API_KEY" in done.stderr


def test_a_deployment_starts_no_simulator_and_makes_no_secrets() -> None:
    assert compose.env_file()["COMPOSE_FILE"] == "compose.yaml:k8s/compose/deployment.yaml"
    changed = yaml.safe_load((compose.ROOT / "k8s/compose/deployment.yaml").read_text())["services"]
    assert {name for name, one in changed.items() if one.get("profiles") == ["demo"]} == {"simulator", "doors", "seed"}
    assert changed["secrets"]["command"] == ["python", "-c", "pass"]


def test_start_script_sets_the_variables_of_the_demo_and_only_in_development(tmp_path: Path) -> None:
    (tmp_path / "env").write_text("SECRET_KEY='a b'\n")
    own = {"PATH": os.environ["PATH"], "SECRETS_FILE": str(tmp_path / "env"), "SECRET_KEY": "", "POLL_SECONDS": "10"}
    command = [
        "sh",
        str(compose.DEMO.with_name("start.sh")),
        "sh",
        "-c",
        'echo "$SECRET_KEY|$POLL_SECONDS|$1"',
        "-",
        "x",
    ]

    def shown(name: str) -> str:
        return subprocess.run(
            command, env={**own, "TABLEHAWK_ENV": name}, capture_output=True, text=True, check=True
        ).stdout

    assert (shown("development"), shown("production")) == ("a b|1|x\n", "|10|x\n")


def test_defaults_of_poll_limits_are_those_of_the_manifests() -> None:
    filled = {**compose.env_file(), **FILLED_IN}
    set_here = compose.environment(FILE, "head", filled)
    lines = (compose.ROOT / "k8s/base/config/sniper.env").read_text().splitlines()
    in_manifests = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    assert in_manifests.items() <= set_here.items()


@pytest.mark.skipif(not shutil.which("docker-compose"), reason="docker-compose 1.29 (Debian) is not installed")
def test_docker_compose_reads_the_file(tmp_path: Path) -> None:
    """Debian's docker-compose 1.29 accepts the file without the two newer keys that it does not know."""
    text = TEXT.replace("name: tablehawk\n", "").replace(", restart: true}", "}")
    (tmp_path / "compose.yaml").write_text(text)
    for path in ("shared.env", "web.env", "sniper.env"):
        (tmp_path / "k8s/base/config").mkdir(parents=True, exist_ok=True)
        shutil.copy(compose.ROOT / "k8s/base/config" / path, tmp_path / "k8s/base/config" / path)
    done = subprocess.run(
        ["docker-compose", "--profile", "backup", "config"],
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert yaml.safe_load(done.stdout)["services"].keys() == FILE["services"].keys()
    assert not [one for one in done.stderr.splitlines() if "variable is not set" in one]
