"""Runs Prometheus with the product's rules beside the running stack, and computes which alerts would be sent.

It needs the program `prometheus`, and a stack that was started with METRICS_PORT.
"""

import asyncio
import os
import re
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import yaml

from loadtests.running import ROOT, RunningStack

MONITORING = ROOT / "k8s" / "monitoring"
# As in k8s/monitoring/prometheus.yaml.
INTERVAL = "15s"
MATCHER = re.compile(r'\s*(\w+)(=~|=)"(.*)"\s*')

Labels = Mapping[str, str]


@dataclass(frozen=True)
class Prometheus:
    """A running Prometheus. `url` is the address of its API."""

    url: str

    async def firing(self) -> list[Labels]:
        """Return the labels of each firing alert."""
        async with httpx.AsyncClient(timeout=10) as http:
            body = (await http.get(f"{self.url}/api/v1/alerts")).raise_for_status().json()
        return [alert["labels"] for alert in body["data"]["alerts"] if alert["state"] == "firing"]


@asynccontextmanager
async def run_prometheus(running: RunningStack) -> AsyncIterator[Prometheus | None]:
    """Run Prometheus on a free port until the block ends, and yield it.

    Yields None if Prometheus is not installed or METRICS_PORT is not set.
    """
    program, metrics_port = shutil.which("prometheus"), os.environ.get("METRICS_PORT")
    if program is None or not metrics_port:
        yield None
        return
    web = urlsplit(running.base_url).netloc
    config = {
        "global": {"scrape_interval": INTERVAL, "evaluation_interval": INTERVAL},
        "rule_files": [str(MONITORING / "rules" / "*.yaml")],
        "scrape_configs": [
            {"job_name": "tablehawk-web", "static_configs": [{"targets": [web]}]},
            {"job_name": "tablehawk-controller", "static_configs": [{"targets": [f"127.0.0.1:{metrics_port}"]}]},
        ],
    }
    with tempfile.TemporaryDirectory() as folder:
        file, port = Path(folder) / "prometheus.yaml", _free_port()
        file.write_text(yaml.safe_dump(config))
        arguments = [f"--config.file={file}", f"--storage.tsdb.path={folder}/data"]
        arguments.append(f"--web.listen-address=127.0.0.1:{port}")
        nowhere = asyncio.subprocess.DEVNULL
        process = await asyncio.create_subprocess_exec(program, *arguments, stdout=nowhere, stderr=nowhere)
        try:
            yield await _wait_until_ready(f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            await process.wait()


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
    return port


async def _wait_until_ready(url: str) -> Prometheus:
    async with httpx.AsyncClient(timeout=10) as http:
        for _ in range(60):
            try:
                if (await http.get(f"{url}/-/ready")).status_code == httpx.codes.OK:
                    return Prometheus(url)
            except httpx.TransportError:
                pass
            await asyncio.sleep(0.5)
    raise SystemExit("Prometheus did not start within 30 s.")


def read_inhibitions() -> Sequence[Mapping[str, Any]]:
    """Return Alertmanager's inhibition rules. By such a rule, a firing alert suppresses other alerts."""
    rules: Sequence[Mapping[str, Any]] = yaml.safe_load((MONITORING / "alertmanager.yaml").read_text())["inhibit_rules"]
    return rules


def notified(alerts: Sequence[Labels], *, inhibitions: Sequence[Mapping[str, Any]]) -> list[str]:
    """Return the names of the alerts that Alertmanager would send: all firing alerts without the suppressed ones."""
    return sorted({one["alertname"] for one in alerts if not _is_inhibited(one, alerts, inhibitions)})


def _is_inhibited(alert: Labels, alerts: Sequence[Labels], inhibitions: Sequence[Mapping[str, Any]]) -> bool:
    return any(
        source is not alert
        and _matches(alert, rule["target_matchers"])
        and _matches(source, rule["source_matchers"])
        and all(alert.get(name, "") == source.get(name, "") for name in rule.get("equal", ()))
        for rule in inhibitions
        for source in alerts
    )


def _matches(alert: Labels, matchers: Sequence[str]) -> bool:
    for matcher in matchers:
        found = MATCHER.fullmatch(matcher)
        if found is None:
            raise ValueError(f"unknown matcher {matcher}")
        name, operator, value = found.groups()
        actual = alert.get(name, "")
        if not (re.fullmatch(value, actual) if operator == "=~" else actual == value):
            return False
    return True
