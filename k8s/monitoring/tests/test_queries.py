"""Every query of the dashboards and every rule runs in a real Prometheus on recorded metrics, and returns data.

recorded/ has two readings of a running product (record.py). The counters between them are extended to 70 minutes of
samples, which promtool writes as blocks of a database. Prometheus then evaluates the rules on them. Takes 10 seconds.
"""

import gzip
import json
import shutil
import subprocess
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
import yaml

from k8s.policy.dashboards import expressions, metrics_in
from tools.stack import ports
from tools.stack.testing import run_process

HERE = Path(__file__).resolve().parents[1]
RECORDED = HERE / "recorded"
RULES = sorted((HERE / "rules").glob("*.yaml"))
LABELS = {
    "tablehawk-web": 'instance="127.0.0.1:8000",job="tablehawk-web"',
    "tablehawk-controller": 'instance="127.0.0.1:9464",job="tablehawk-controller",cell="main"',
}
STEP, SPAN = 15, 70 * 60
# Suffixes of series that only grow.
COUNTERS = ("_total", "_bucket", "_count", "_sum")
READY_SECONDS = 40

NOT_OURS = "kube-state-metrics, cert-manager, CloudNativePG and Ray are not part of the recording"
NO_RELEASE = "no venue opened its book while the metrics were recorded"
# Parts of queries that may return nothing, with the reason. Every other query must return data.
MAY_BE_EMPTY: Mapping[str, str] = {
    "kube_": NOT_OURS,
    "certmanager_": NOT_OURS,
    "cnpg_": NOT_OURS,
    "ray_": NOT_OURS,
    'status=~"5.."': "there was no server error",
    'outcome=~"limited|blocked"': "no poll was refused",
    "snipe_reply_entries_skipped_total": "every entry of every reply could be read",
    "snipe_release_skew_seconds": NO_RELEASE,
    'slo="release"': NO_RELEASE,
}

pytestmark = pytest.mark.skipif(
    shutil.which("prometheus") is None or shutil.which("promtool") is None,
    reason="needs the system package prometheus",
)


class Prometheus:
    """A running Prometheus. `end` is the time of the last recorded sample in Unix seconds."""

    def __init__(self, *, url: str, end: float) -> None:
        self._url, self.end = url, end

    def query(self, expression: str, *, at: float | None = None) -> list[Any]:
        """Return the result of an instant query. Raises HTTPError for an invalid one."""
        query = {"query": expression, **({} if at is None else {"time": at})}
        with urlopen(f"{self._url}/api/v1/query?{urlencode(query)}", timeout=10) as answer:  # noqa: S310
            found = json.load(answer)["data"]
        return [found["result"]] if found["resultType"] == "scalar" else list(found["result"])

    def is_ready(self) -> bool:
        try:
            with urlopen(f"{self._url}/-/ready", timeout=2) as answer:  # noqa: S310
                return bool(answer.status == 200)
        except (URLError, OSError):
            return False


def write_samples(file: Path, *, end: int) -> None:
    """Write the recorded series as OpenMetrics with a sample each STEP seconds, for SPAN seconds until `end`."""
    first, second = (float((RECORDED / f"time-{number}.txt").read_text()) for number in (1, 2))
    used = set().union(*(metrics_in(expression) for _, expression in expressions()), *map(metrics_in, rule_queries()))
    with file.open("w") as out:
        for job, labels in LABELS.items():
            before, after = readings(job, used)
            for series, value in after.items():
                name, _, inner = series.partition("{")
                own = f"{name}{{{inner[:-1] + ',' if inner else ''}{labels}}}"
                grows = name.endswith(COUNTERS)
                rate = (value - before.get(series, 0.0)) / (second - first) if grows else 0.0
                for at in range(end - SPAN, end + 1, STEP):
                    out.write(f"{own} {value + rate * (at - end + SPAN)} {at}\n")
            for at in range(end - SPAN, end + 1, STEP):
                out.write(f"up{{{labels}}} 1 {at}\n")
        out.write("# EOF\n")


def readings(job: str, used: set[str]) -> list[dict[str, float]]:
    """Return both readings of a job: values by series, for metrics in `used`."""
    found = []
    for number in (1, 2):
        lines = gzip.decompress((RECORDED / f"{job}-{number}.prom.gz").read_bytes()).decode().splitlines()
        pairs = (line.rpartition(" ") for line in lines if line and not line.startswith("#"))
        found.append({series: float(value) for series, _, value in pairs if series.partition("{")[0] in used})
    return found


def rule_queries() -> Iterator[str]:
    """Yield the expressions of all rules."""
    for _, rule in rules():
        yield rule["expr"]


def rules() -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield (name, rule) for all rules."""
    for path in RULES:
        for group in yaml.safe_load(path.read_text())["groups"]:
            for rule in group["rules"]:
                yield rule.get("record") or rule["alert"], rule


@pytest.fixture(scope="module")
def prometheus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    """A Prometheus with the recorded metrics, whose rules run each second."""
    folder = tmp_path_factory.mktemp("prometheus")
    end = int(time.time())
    write_samples(folder / "samples.om", end=end)
    command = ["promtool", "tsdb", "create-blocks-from", "openmetrics", folder / "samples.om", folder / "data"]
    subprocess.run(command, check=True, capture_output=True, timeout=60)
    for path in RULES:
        groups = yaml.safe_load(path.read_text())
        for group in groups["groups"]:
            group["interval"] = "1s"
        (folder / path.name).write_text(yaml.safe_dump(groups))
    rule_files = [str(folder / path.name) for path in RULES]
    (folder / "prometheus.yaml").write_text(yaml.safe_dump({"rule_files": rule_files}))
    port = ports.find_free_port()
    running = Prometheus(url=f"http://127.0.0.1:{port}", end=end)
    options = {
        "config.file": folder / "prometheus.yaml",
        "storage.tsdb.path": folder / "data",
        "web.listen-address": f"127.0.0.1:{port}",
        "storage.tsdb.retention.time": "35d",
    }
    arguments = ["prometheus", *(f"--{name}={value}" for name, value in options.items())]
    with run_process(arguments, log=folder / "prometheus.log", ready=running.is_ready, timeout=READY_SECONDS):
        deadline = time.monotonic() + READY_SECONDS
        # The groups of rules start one after the other.
        while not all(map(running.query, ("slo:error_budget:left30d", "source:snipe_polls:rate5m"))):
            assert time.monotonic() < deadline, (folder / "prometheus.log").read_text()[-2000:]
            time.sleep(0.5)
        yield running


def test_every_query_of_the_dashboards_returns_data(prometheus: Prometheus) -> None:
    unexpected = []
    for where, expression in expressions():
        # Recorded series exist since Prometheus started; the programs' series end before.
        at = None if "slo:" in expression else prometheus.end
        if not prometheus.query(expression, at=at):
            if not any(part in expression for part in MAY_BE_EMPTY):
                unexpected.append(f"{where}: {expression}")
    assert unexpected == [], "\n".join(unexpected)


def test_every_recording_rule_returns_data(prometheus: Prometheus) -> None:
    recorded = sorted({name for name, rule in rules() if "record" in rule})
    assert [name for name in recorded if not prometheus.query(name)] == []
    wanted = {rule["labels"]["slo"] for _, rule in rules() if "record" in rule and "slo" in rule.get("labels", {})}
    found = {one["metric"]["slo"] for one in prometheus.query("slo:error_budget:left30d")}
    # The programs export no series of releases before the first one.
    assert found == wanted - {"release"}


def test_every_alert_can_be_evaluated(prometheus: Prometheus) -> None:
    failed = prometheus.query("prometheus_rule_evaluation_failures_total > 0")
    assert failed == []
    for name, rule in rules():
        if "alert" in rule:
            assert isinstance(prometheus.query(rule["expr"], at=prometheus.end), list), name
