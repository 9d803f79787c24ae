"""Checks that the programs in runbooks exist: on the engineer's machine, as a function defined in runbooks/README.md,
or in the toolbox pod."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from .manifests import Findings, Manifest, name_of, of_kind
from .runbook_commands import documents

K8S = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_ALIAS = re.compile(r"^alias (\w+)=", re.MULTILINE)
# Matches a line such as: db() { k exec -i deploy/toolbox -c app -- sh -c 'exec psql ...
_FUNCTION = re.compile(r"^(\w+)\(\) \{ k exec -i deploy/([\w-]+) -c ([\w-]+) -- sh -c 'exec ([\w-]+) ", re.MULTILINE)
# Programs on the machine of the engineer on call. All others run in the cluster.
LOCAL = frozenset({"kubectl", "python", "cd", "curl", "make", "alias", "sed", "ops", "helm", "tar"})
PROGRAMS = {"psql": "library/postgres", "valkey-cli": "valkey/valkey"}


def programs_of_runbooks_exist(k8s: Path = K8S) -> Findings:
    """Check that each command in a runbook is a local program, an alias or a function.

    Also checks that each `logs -l` has --tail and that no command reads Ray's empty log files.
    """
    intro = (k8s / "runbooks" / "README.md").read_text()
    known = LOCAL | {*_ALIAS.findall(intro), *(name for name, *_ in _FUNCTION.findall(intro))}
    return [
        f"{path.relative_to(k8s)}: {what}"
        for path in documents(k8s)
        for block in _BLOCK.findall(path.read_text())
        if path.name != "README.md"
        for line in block.splitlines()
        for what in _wrong(line, known)
    ]


def _wrong(line: str, known: frozenset[str] | set[str]) -> Iterator[str]:
    first = line.partition(" ")[0]
    if first and first not in known:
        yield f"`{first}` is not installed locally: use a function of runbooks/README.md"
    if re.search(r"\blogs\b.* -l ", line) and "--tail" not in line:
        yield f"`{line}` shows ten lines of each pod: with -l, kubectl logs needs --tail"
    if "session_latest" in line:
        yield f"`{line}` reads a log file of Ray, which is empty (RAY_LOG_TO_STDERR)"


def _other_address(manifests: Sequence[Manifest]) -> Iterator[str]:
    given = {
        variable["name"]: variable.get("value")
        for one in of_kind(manifests, "Deployment")
        if one["metadata"]["name"] == "toolbox"
        for container in one["spec"]["template"]["spec"]["containers"]
        for variable in container.get("env", [])
    }
    for cluster in of_kind(manifests, "RayCluster"):
        address = cluster["spec"].get("gcsFaultToleranceOptions", {}).get("redisAddress")
        if address != given.get("GCS_REDIS_ADDRESS"):
            yield f"Deployment/toolbox: GCS_REDIS_ADDRESS is not {address}, which {name_of(cluster)} uses"


def toolbox_has_programs(manifests: Sequence[Manifest], *, k8s: Path = K8S) -> Findings:
    """Check that the functions in runbooks/README.md run their programs in containers that have these programs."""
    images = {
        (one["metadata"]["name"], container["name"]): container["image"]
        for one in of_kind(manifests, "Deployment")
        for container in one["spec"]["template"]["spec"]["containers"]
    }
    functions = _FUNCTION.findall((k8s / "runbooks" / "README.md").read_text())
    found = [
        f"runbooks/README.md: {name} runs {program}, which container {container} of Deployment/{deployment} lacks"
        for name, deployment, container, program in functions
        if PROGRAMS.get(program, "?") not in images.get((deployment, container), "")
    ]
    found += _other_address(manifests)
    missing = PROGRAMS.keys() - {program for *_, program in functions}
    return found + [f"runbooks/README.md: no function runs {program}" for program in sorted(missing)]
