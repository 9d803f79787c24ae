"""Log records of watchers on a real Ray head node reach stderr, which `kubectl logs` shows."""

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tools.stack.testing import ray_head

ROOT = Path(__file__).resolve().parents[3]
# The pods of a cell have RAY_LOG_TO_STDERR and RAY_BACKEND_LOG_LEVEL.
SNIPER_ENV = (ROOT / "k8s" / "base" / "config" / "sniper.env").read_text()
LOGGING = dict(re.findall(r"^(RAY_\w*LOG_\w+)=(.*)$", SNIPER_ENV, re.MULTILINE))
# Two actors: the process of the first one becomes the zygote and forks, the second one sends its streams to the zygote.
DRIVER = """
import ray
ray.init(log_to_driver=False)
class Logger:
    def __init__(self, venue_id):
        import logging
        from snipers.telemetry import json_logs
        json_logs.configure(level="INFO", part="watcher", venue_id=venue_id)
        logging.getLogger("snipers").warning("the answer is malformed")
loggers = [ray.remote(num_cpus=0)(Logger).remote(venue_id) for venue_id in (1, 2)]
ray.get([one.__ray_ready__.remote() for one in loggers])
"""


def logged_venues(text: str) -> list[int]:
    """Return the venues whose record is in the text."""
    given = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    return sorted(line["venue_id"] for line in given if line["event"] == "the answer is malformed")


def standard_error_of_head(given: Mapping[str, str]) -> str:
    """Return the stderr of a head with these settings, and of its workers, while two watchers log."""
    env = {**os.environ, **given, "PYTHONPATH": f"{ROOT / 'platform'}:{ROOT}"}
    with ray_head(env) as client_env:
        subprocess.run([sys.executable, "-c", DRIVER], env=env | client_env, cwd=ROOT, check=True, timeout=120)
        log = Path(client_env["RAY_AUTH_TOKEN_PATH"]).parent / "ray.log"
        until = time.monotonic() + 60
        while not logged_venues(log.read_text()) and time.monotonic() < until:
            time.sleep(0.1)
        return log.read_text()


def test_log_records_of_watchers_reach_standard_error() -> None:
    text = standard_error_of_head(LOGGING)
    assert logged_venues(text) == [1, 2]
    assert "Gcs Debug state" not in text, "Ray's own statistics would outnumber them"
