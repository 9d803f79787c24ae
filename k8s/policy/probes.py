"""Runs the probes of containers as the kubelet does: HTTP and TCP at the pod's address, commands in the container."""

import socket
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from typing import Any

from .podman import Container

# A build machine is slower than a node, so a probe may fail three times as long as the manifest allows, within bounds.
ALLOWANCE, LEAST_SECONDS, MOST_SECONDS = 3, 60.0, 180.0


def wait_for(probe: Mapping[str, Any], container: Container, pod: Sequence[Container]) -> bool:
    """Wait until a probe passes. Return False if the container ends first, or if the probe fails for too long."""
    allowed = probe.get("failureThreshold", 3) * probe.get("periodSeconds", 10) * ALLOWANCE
    deadline = time.monotonic() + min(max(LEAST_SECONDS, allowed), MOST_SECONDS)
    while time.monotonic() < deadline:
        if answers(probe, container, pod):
            return True
        if not container.state()["Running"]:
            return False
        time.sleep(0.5)
    return False


def answers(probe: Mapping[str, Any], container: Container, pod: Sequence[Container]) -> bool:
    """Run a probe once. Return whether it passes."""
    timeout = float(probe.get("timeoutSeconds", 1)) * ALLOWANCE
    if "exec" in probe:
        return container.run(probe["exec"]["command"])[0] == 0
    asked = probe.get("httpGet") or probe["tcpSocket"]
    numbers = {port["name"]: port["containerPort"] for one in pod for port in one.manifest.get("ports", [])}
    port = numbers.get(asked["port"], asked["port"])
    try:
        if "tcpSocket" in probe:
            socket.create_connection((container.address, port), timeout=timeout).close()
            return True
        headers = {one["name"]: one["value"] for one in asked.get("httpHeaders", [])}
        request = urllib.request.Request(f"http://{container.address}:{port}{asked['path']}", headers=headers)
        # Without the proxy that environment variables may name.
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request, timeout=timeout) as reply:
            return bool(reply.status < 400)
    except (OSError, urllib.error.URLError):
        return False
