"""Checks of compose.yaml: each service must agree with the container of the manifests that runs the same program."""

import importlib.util
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from . import dev_secrets, images, render
from .manifests import Findings, Manifest, of_kind, pods

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "compose.yaml"
# Services whose memory grows with their data.
STORES = ("postgres", "valkey")
SCRIPT = ROOT / "k8s" / "compose_env.py"
DEMO = ROOT / "k8s" / "compose" / "demo.env"
# The entrypoint that sets the variables of the demo, and then starts the rest of the entrypoint and the command.
START = ["sh", "/compose/start.sh"]
# Services without a counterpart in the manifests.
ONLY_HERE = frozenset({"secrets"})
# For each service, the owner and the name of the container in the dev overlay that runs the same program.
SAME_AS = {
    "postgres": ("StatefulSet/postgres", "postgres"),
    "valkey": ("StatefulSet/valkey", "valkey"),
    "migrate": ("Job/migrate", "app"),
    "web": ("Deployment/web", "app"),
    "realtime": ("Deployment/realtime", "app"),
    "relay": ("Deployment/relay", "app"),
    "worker": ("Deployment/worker", "app"),
    "head": ("RayCluster/cell-blue (head)", "ray-head"),
    "controller": ("Deployment/controller-blue", "app"),
    "simulator": ("Deployment/simulator", "app"),
    "doors": ("Deployment/simulator", "doors"),
    "seed": ("Job/seed", "app"),
    "backup": ("CronJob/backup", "app"),
    "restore": ("CronJob/restore", "app"),
}
# Variables that exist only in the manifests, because they contain properties of the pod or are parts of other values.
ONLY_IN_PODS = frozenset({"POD_IP", "RAY_HEAD"})
# Variables of compose itself.
ONLY_IN_COMPOSE = frozenset({"COMPOSE_FILE"})
_REFERENCE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)(/[\w/]*)")
_FIELD = re.compile(r"^    ([A-Z][A-Z_]+): ", re.MULTILINE)
_READ = re.compile(r'_read\(\s*f?"(?:\{prefix\})?([A-Z_]+)"')


def compose_agrees_with_manifests(text: str | None = None) -> Findings:
    """Check that commands, images, ports, variables and files of every service exist and agree with the manifests.

    `text` is the content of compose.yaml, by default that of the file.
    """
    file = yaml.safe_load(FILE.read_text() if text is None else text)
    return [*_references(file), *(what for name in sorted(file["services"]) for what in _service(file, name))]


def environment(file: Manifest, name: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a service's container if .env has the variables `given`."""
    service = file["services"][name]
    own = {key: expand(str(value), given) for key, value in service.get("environment", {}).items()}
    return _from_files(service) | own


def program_environment(file: Manifest, name: str, given: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a service's program: in development, start.sh adds those of the demo."""
    own = environment(file, name, given)
    if own.get("TABLEHAWK_ENV") != "development" or file["services"][name].get("entrypoint", [])[:2] != START:
        return own
    return {**own, **_parsed(DEMO.read_text()), **demo_secrets()}


def _from_files(service: Manifest) -> dict[str, str]:
    files = [ROOT / path for path in service.get("env_file", [])]
    return {name: value for path in files if path.is_file() for name, value in _parsed(path.read_text()).items()}


def _parsed(text: str) -> dict[str, str]:
    return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))


def expand(value: str, given: Mapping[str, str]) -> str:
    """Replace references to variables as compose does. Raises KeyError for a required variable that is missing."""

    def one(found: re.Match[str]) -> str:
        name, sign, rest = found.groups()
        if value := given.get(name, ""):
            return value
        if sign == "?":
            raise KeyError(name)
        return rest or ""

    return _REFERENCE.sub(one, value).replace("$$", "$")


@cache
def script() -> ModuleType:
    """Return compose_env.py as a module."""
    spec = importlib.util.spec_from_file_location("compose_env", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@cache
def env_file() -> Mapping[str, str]:
    """Return the variables that compose_env.py writes to .env."""
    made: Mapping[str, str] = script().variables()
    return made


@cache
def demo_secrets() -> Mapping[str, str]:
    """Return the variables that the service `secrets` writes."""
    made: Mapping[str, str] = script().demo_secrets({})
    return made


def _references(file: Manifest) -> Iterator[str]:
    """Check that `docker compose up` needs no .env, and that compose.yaml uses each variable of compose_env.py."""
    used = {name: sign for name, sign, _ in _REFERENCE.findall(yaml.safe_dump(file))}
    for name in sorted(env_file().keys() - used.keys() - ONLY_IN_COMPOSE):
        yield f"k8s/compose_env.py: nothing in compose.yaml uses {name}"
    for name in sorted(name for name, sign in used.items() if sign == "?"):
        yield f"compose.yaml: {name} is required, so the demo does not start without .env"


def _service(file: Manifest, name: str) -> Iterator[str]:
    if name in ONLY_HERE:
        yield from (f"{name}: {what}" for what in _parts(file, file["services"][name]))
        yield from (f"{name}: {what}" for what in _privileges(name, file["services"][name]))
        return
    if name not in SAME_AS:
        yield f"{name}: no container of the manifests is named for it in k8s/policy/compose.py"
        return
    service, container = file["services"][name], _container(*SAME_AS[name])
    yield from (f"{name}: {what}" for what in _program(service, container))
    yield from (f"{name}: {what}" for what in _ports(file, name, container))
    yield from (f"{name}: {what}" for what in _variables(service, container))
    yield from (f"{name}: {what}" for what in _parts(file, service))
    yield from (f"{name}: {what}" for what in _privileges(name, service))


def _privileges(name: str, service: Manifest) -> Iterator[str]:
    """Check that a service has no capabilities and a read-only file system, and that a store cannot take all memory."""
    if service.get("cap_drop") != ["ALL"] or "cap_add" in service or service.get("privileged"):
        yield "cap_drop is not [ALL], or capabilities are added"
    if service.get("read_only") is not True:
        yield "read_only is not true"
    if "no-new-privileges:true" not in service.get("security_opt", []):
        yield "security_opt has no no-new-privileges:true"
    if name in STORES and "mem_limit" not in service:
        yield "mem_limit is not set"


def _program(service: Manifest, container: Manifest) -> Iterator[str]:
    image, wanted = expand(service["image"], {}), container["image"]
    if image != wanted:
        yield f"image {image} is not {wanted}"
    if "build" in service:
        built = (service["build"]["dockerfile"], service["build"]["target"])
        known = [(f"k8s/images/{one.dockerfile}", one.stage) for one in images.IMAGES if f"{one.name}:dev" == wanted]
        if built not in known:
            yield f"build {' '.join(built)} does not make {wanted}"
    command, expected = service["command"], [*container.get("command", []), *container.get("args", [])]
    entrypoint = list(service.get("entrypoint", []))
    entrypoint = entrypoint[len(START) :] if entrypoint[: len(START)] == START else entrypoint
    # The last one is the entrypoint of PostgreSQL's image.
    if entrypoint in ([], ["docker-entrypoint.sh"]) and command != expected:
        yield f"command {' '.join(command)} is not {' '.join(expected)}"
    if "ray" in entrypoint:
        yield from _ray_command([*entrypoint, *command])


def _ray_command(command: Sequence[str]) -> Iterator[str]:
    """Check the flags of `ray start` against rayStartParams, from which KubeRay makes the head's command."""
    if list(command[:4]) != ["ray", "start", "--head", "--block"]:
        yield f"command {' '.join(command[:4])} is not ray start --head --block"
    flags = dict(one.removeprefix("--").partition("=")[::2] for one in command[4:])
    cluster = of_kind(render.manifests("dev"), "RayCluster")[0]["spec"]
    params = cluster["headGroupSpec"]["rayStartParams"]
    for key in ("num-cpus", "object-store-memory"):
        if flags.get(key) != params[key]:
            yield f"--{key} is {flags.get(key)}, in the manifests {params[key]}"
    if "watch_slots" not in flags.get("resources", ""):
        yield "--resources offers no watch_slots, without which no watcher starts"


def _ports(file: Manifest, name: str, container: Manifest) -> Iterator[str]:
    """Check that the ports of a service are open in its container, or in one that shares the container's network.

    These are the published ports and the ports of health checks.
    """
    service = file["services"][name]
    sharing = [other for other, one in file["services"].items() if one.get("network_mode") == f"service:{name}"]
    open_ports, paths = set(), set()
    for one in [container, *(_container(*SAME_AS[other]) for other in sharing if other in SAME_AS)]:
        numbers = {port["name"]: port["containerPort"] for port in one.get("ports", [])}
        probes = [one[kind]["httpGet"] for kind in _PROBES if "httpGet" in one.get(kind, {})]
        open_ports |= {*numbers.values(), *(numbers.get(probe["port"], probe["port"]) for probe in probes)}
        paths |= {(numbers.get(probe["port"], probe["port"]), probe["path"]) for probe in probes}
    for published in service.get("ports", []):
        inner = int(expand(published, {}).rpartition(":")[2])
        if inner not in open_ports:
            yield f"port {inner} is published, but the container has {sorted(open_ports)}"
    for port, path in _ADDRESS.findall(" ".join(service.get("healthcheck", {}).get("test", []))):
        if (int(port), path) not in paths:
            yield f"the health check asks {port}{path}, which is no probe of the manifests"


_PROBES = ("readinessProbe", "livenessProbe", "startupProbe")


def _variables(service: Manifest, container: Manifest) -> Iterator[str]:
    wanted = _variables_of(container)
    given = {*_from_files(service), *service.get("environment", {})}
    for missing in sorted(wanted - given - ONLY_IN_PODS):
        yield f"{missing} is not set, which the container in the manifests has"
    for other in sorted(given - wanted - variables_of_programs()):
        yield f"no program reads {other}"


def _variables_of(container: Manifest) -> set[str]:
    maps = {one["metadata"]["name"]: set(one["data"]) for one in of_kind(render.manifests("dev"), "ConfigMap")}
    found = {one["name"] for one in container.get("env", [])}
    for source in container.get("envFrom", []):
        if "configMapRef" in source:
            found |= maps[source["configMapRef"]["name"]]
        else:
            found |= dev_secrets.secrets_of_script()[source["secretRef"]["name"]]
    return found


@cache
def variables_of_programs() -> frozenset[str]:
    """Return the names of the variables that the settings of both towers and Ray read."""
    web = _FIELD.findall((ROOT / "platform" / "config" / "environment.py").read_text())
    snipers = _READ.findall((ROOT / "snipers" / "runtime" / "settings.py").read_text())
    return frozenset({*web, *snipers, "PYTHONPATH", "RAY_ADDRESS", "RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "COPY"})


def _parts(file: Manifest, service: Manifest) -> Iterator[str]:
    """Check that the files, volumes and other services to which a service refers exist."""
    shared = [service[key].partition(":")[2] for key in ("network_mode", "pid", "ipc") if ":" in service.get(key, "")]
    for other in sorted({*service.get("depends_on", []), *shared} - file["services"].keys()):
        yield f"there is no service {other}"
    for path in service.get("env_file", []):
        if not (ROOT / path).is_file():
            yield f"{path} does not exist"
    for source in (one.split(":")[0] for one in service.get("volumes", [])):
        if not ((ROOT / source).exists() if source.startswith(".") else source in file["volumes"]):
            yield f"volume {source} does not exist"


@cache
def _container(owner: str, name: str) -> Manifest:
    found: list[Any] = [
        one
        for pod in pods(render.manifests("dev"))
        if pod.owner == owner
        for one in pod.all_containers
        if one["name"] == name
    ]
    return found[0] if found else {"image": f"of {owner}, which does not exist"}
