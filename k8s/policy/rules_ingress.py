"""Rules for external access: Ingresses must work with any controller, and Gateway API routes must have backends."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .manifests import Findings, Manifest, name_of, of_kind

# Prefixes of annotations that are not specific to one ingress controller.
NEUTRAL_ANNOTATIONS = ("cert-manager.io/", "app.kubernetes.io/", "tablehawk.io/")
SOCKETS = "/socket.io/"


def ingress_backends_exist(manifests: Sequence[Manifest]) -> Findings:
    """Check that each Ingress backend is a port of an existing Service and that each host has a certificate."""
    found = []
    known = _service_ports(manifests)
    for ingress in of_kind(manifests, "Ingress"):
        spec = ingress["spec"]
        covered = {host for tls in spec.get("tls", []) for host in tls["hosts"]}
        for rule in spec["rules"]:
            if rule["host"] not in covered:
                found.append(f"{name_of(ingress)}: {rule['host']} has no certificate")
            for path in rule["http"]["paths"]:
                backend = path["backend"]["service"]
                wanted = backend["port"].get("name", backend["port"].get("number"))
                if (backend["name"], wanted) not in known:
                    found.append(f"{name_of(ingress)}: Service/{backend['name']} with port {wanted} does not exist")
    return found


def ingresses_are_controller_neutral(manifests: Sequence[Manifest]) -> Findings:
    """Check that Ingresses have no class and no controller-specific annotation.

    So the cluster's default ingress class serves them.
    """
    found = []
    for ingress in of_kind(manifests, "Ingress"):
        annotations = ingress["metadata"].get("annotations", {})
        if named := ingress["spec"].get("ingressClassName"):
            found.append(f"{name_of(ingress)}: names the class {named}")
        found += [
            f"{name_of(ingress)}: {key} is specific to one controller"
            for key in annotations
            if not key.startswith(NEUTRAL_ANNOTATIONS)
        ]
    return found


def route_backends_exist(manifests: Sequence[Manifest]) -> Findings:
    """Check that each HTTPRoute has a listener for its host, names existing Services and has no timeout for sockets."""
    gateways = {one["metadata"]["name"]: one["spec"]["listeners"] for one in of_kind(manifests, "Gateway")}
    known = _service_ports(manifests)
    return [
        f"{name_of(route)}: {what}"
        for route in of_kind(manifests, "HTTPRoute")
        for what in [*_without_listener(route["spec"], gateways), *_without_service(route["spec"], known)]
    ]


def _without_listener(spec: Mapping[str, Any], gateways: Mapping[str, Any]) -> Iterator[str]:
    for parent in spec["parentRefs"]:
        listeners = {one["name"]: one for one in gateways.get(parent["name"], [])}
        listener = listeners.get(parent["sectionName"])
        if listener is None:
            yield f"Gateway/{parent['name']} with the listener {parent['sectionName']} does not exist"
            continue
        yield from (
            f"the listener {parent['sectionName']} does not serve {host}"
            for host in spec["hostnames"]
            if host != listener["hostname"]
        )


def _without_service(spec: Mapping[str, Any], known: set[tuple[str, Any]]) -> Iterator[str]:
    for rule in spec["rules"]:
        for backend in rule.get("backendRefs", []):
            if (backend["name"], backend["port"]) not in known:
                yield f"Service/{backend['name']} with port {backend['port']} does not exist"
        paths = [match["path"]["value"] for match in rule.get("matches", [])]
        if SOCKETS in paths and rule.get("timeouts", {}).get("request") != "0s":
            yield f"{SOCKETS} has a timeout, which would close sockets"


def _service_ports(manifests: Sequence[Manifest]) -> set[tuple[str, Any]]:
    return {
        (one["metadata"]["name"], value)
        for one in of_kind(manifests, "Service")
        for port in one["spec"]["ports"]
        for value in (port.get("name"), port["port"])
    }
