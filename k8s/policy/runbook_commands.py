"""Checks the kubectl commands in DEPLOYMENT.md and the runbooks: arguments, --force-conflicts, order of deletions."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

from . import render
from .manifests import Findings, of_kind
from .repeated_apply import LABEL, VALUE

K8S = Path(__file__).resolve().parents[1]
_BLOCK = re.compile(r"^```\w*\n(.*?)^```", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`]+)`")
_OVERLAY = re.compile(r"k8s/overlays/([\w-]+)$")
# Kinds of a cell's objects that KubeRay's redis-cleanup Job needs. Without them, a deleted RayCluster never goes away.
NEEDED_BY_CLEANUP = frozenset({"cm", "configmap", "sa", "serviceaccount", "netpol", "networkpolicy"})


def documents(k8s: Path = K8S) -> list[Path]:
    """Return DEPLOYMENT.md and the runbooks."""
    return [k8s / "DEPLOYMENT.md", *sorted((k8s / "runbooks").glob("*.md"))]


def commands(text: str) -> Iterator[list[str]]:
    """Yield the words of each kubectl command in a text, in order. `k` is the runbooks' alias of kubectl."""
    blocks = [line for block in _BLOCK.findall(text) for line in block.splitlines()]
    for given in [*blocks, *_INLINE.findall(_BLOCK.sub("", text))]:
        for one in re.split(r"\s&&\s|\s\|\s|;\s", given):
            if one.startswith(("kubectl ", "k ")):
                try:
                    yield [word for word in shlex.split(one, comments=True) if word != "&"]
                except ValueError:
                    continue


def commands_are_valid(k8s: Path = K8S) -> Findings:
    """Check that the kubectl commands in each document are valid."""
    found = []
    for path in documents(k8s):
        given = list(commands(path.read_text()))
        wrong = [*_mixed(given), *_forced(given), *_deleted_too_early(given)]
        found += [f"{path.relative_to(k8s)}: {what}" for what in wrong]
    return found


def _words(command: list[str], verb: str) -> list[str]:
    """Return the positional arguments after the verb. Empty if the command has another verb."""
    words, value_follows = [], False
    for word in command[1:]:
        if not value_follows and not word.startswith("-"):
            words.append(word)
        value_follows = word in ("-n", "-l", "-k", "-f", "-c", "-o", "--namespace")
    return words[1:] if words[:1] == [verb] else []


def _mixed(given: list[list[str]]) -> Iterator[str]:
    for command in given:
        for verb in ("delete", "get", "describe", "scale", "wait", "edit"):
            words = _words(command, verb)
            if any("/" in word for word in words) and not all("/" in word for word in words):
                yield f"`{' '.join(command)}` mixes `type name` and `type/name`, which kubectl refuses"


def _forced(given: list[list[str]]) -> Iterator[str]:
    for command in given:
        overlays = [found[1] for word in command if (found := _OVERLAY.search(word))]
        if "apply" not in command or not overlays or not _autoscaled(overlays[0]):
            continue
        selector = command[command.index("-l") + 1] if "-l" in command else ""
        forces = "--force-conflicts" in command
        if selector == f"{LABEL}={VALUE}":
            if not forces or not any(word.startswith("--field-manager") for word in command):
                yield f"`{' '.join(command)}` conflicts with the autoscaler: set --field-manager and --force-conflicts"
        elif selector not in (f"{LABEL}!={VALUE}", "!tablehawk.io/cell"):
            yield f"`{' '.join(command)}` applies the RayCluster too, which conflicts with the autoscaler"
        elif forces:
            yield f"`{' '.join(command)}` forces more than the RayCluster"


def _autoscaled(overlay: str) -> bool:
    return any(one["spec"].get("enableInTreeAutoscaling") for one in of_kind(render.manifests(overlay), "RayCluster"))


def _deleted_too_early(given: list[list[str]]) -> Iterator[str]:
    gone = False
    for command in given:
        types = {part for word in _words(command, "delete")[:1] for part in word.partition("/")[0].split(",")}
        others = {word.partition("/")[0] for word in _words(command, "delete") if "/" in word}
        if "raycluster" in types and len(types | others) > 1:
            yield f"`{' '.join(command)}` deletes the RayCluster together with what its redis-cleanup Job needs"
        gone = gone or (types == {"raycluster"} and "--all" not in command)
        if types & NEEDED_BY_CLEANUP and "tablehawk.io/cell" in " ".join(command) and not gone:
            yield f"`{' '.join(command)}` comes before the RayCluster is deleted: its redis-cleanup Job needs them"
