"""Rules for backups: every overlay schedules backups that are stored on a volume claim, and schedules restore drills;
an alert fires on old backups.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from . import alerts
from .manifests import Findings, Manifest, Pod, name_of, names, of_kind, pods

JOBS = ("backup", "restore")
DRILL = "restore-drill"
ALERT = "BackupOld"
# The only supported form of a schedule is a minute and an interval in hours: "23 */6 * * *".
_EVERY = re.compile(r"\d{1,2} \*/(\d{1,2}) \* \* \*")
_MONTHLY = re.compile(r"\d{1,2} \d{1,2} \d{1,2} \* \*")
_OLDER_THAN = re.compile(r">\s*(\d+)\s*\*\s*3600")
# Missed runs before the alert. One missed run may be due to a lost node; two are a failure.
MISSED = 2


def backups_are_scheduled(manifests: Sequence[Manifest]) -> Findings:
    """Check that the backup is scheduled, never runs twice at the same time, and writes to an existing volume claim.

    The CronJob for restores must exist and be suspended, because a person starts a restore. The drill runs monthly.
    """
    jobs = {one["metadata"]["name"]: one["spec"] for one in of_kind(manifests, "CronJob")}
    found = [f"CronJob/{name} does not exist" for name in (*JOBS, DRILL) if name not in jobs]
    if backup := jobs.get("backup"):
        if backup.get("suspend") is not False:
            found.append("CronJob/backup is suspended")
        if backup.get("concurrencyPolicy") != "Forbid":
            found.append("CronJob/backup: two runs may overlap, and one deletes files of the other")
        if not _EVERY.fullmatch(backup["schedule"]):
            found.append(f"CronJob/backup: {backup['schedule']!r} is not 'minute */hours * * *'")
    if "restore" in jobs and jobs["restore"].get("suspend") is not True:
        found.append("CronJob/restore is not suspended: it would run on a schedule")
    if DRILL in jobs and (jobs[DRILL].get("suspend") or not _MONTHLY.fullmatch(jobs[DRILL]["schedule"])):
        found.append(f"CronJob/{DRILL} does not run every month")
    claims = names(manifests, "PersistentVolumeClaim")
    for pod in pods(manifests):
        if pod.owner in {f"CronJob/{name}" for name in JOBS}:
            found += [f"{pod.owner}: {what}" for what in _volume_errors(manifests, pod, claims)]
    return found


def _volume_errors(manifests: Sequence[Manifest], pod: Pod, claims: set[str]) -> Iterator[str]:
    volumes: dict[str, Any] = {one["name"]: one for one in pod.spec.get("volumes", [])}
    one = pod.spec["containers"][0]
    mounts = {mount["mountPath"]: volumes.get(mount["name"], {}) for mount in one["volumeMounts"]}
    folder = next((given["value"] for given in one["env"] if given["name"] == "COPIES"), "")
    claim = mounts.get(folder, {}).get("persistentVolumeClaim", {}).get("claimName")
    if claim is None:
        yield f"backups in {folder} are lost with the pod"
    elif claim not in claims:
        yield f"PersistentVolumeClaim/{claim} does not exist"
    script = Path(one["command"][-1])
    config = mounts.get(str(script.parent), {}).get("configMap", {}).get("name")
    held = [given.get("data", {}) for given in of_kind(manifests, "ConfigMap") if given["metadata"]["name"] == config]
    if not held or script.name not in held[0]:
        yield f"{script} is in no ConfigMap"


def alert_limit_matches_schedule(manifests: Sequence[Manifest], *, k8s: Path = alerts.K8S) -> Findings:
    """Check the age limit of the alert on old backups: more than MISSED and at most 2 * MISSED backup intervals."""
    limits = [
        float(hours)
        for _, rule in alerts.alerts(k8s)
        if rule["alert"] == ALERT
        for hours in _OLDER_THAN.findall(str(rule["expr"]))
    ]
    if not limits:
        return [f"no alert {ALERT} limits the age of the last backup"]
    found = []
    for job in of_kind(manifests, "CronJob"):
        every = _EVERY.fullmatch(job["spec"]["schedule"]) if job["metadata"]["name"] == "backup" else None
        if every and not MISSED * int(every[1]) < min(limits) <= 2 * MISSED * int(every[1]):
            found.append(f"{name_of(job)}: runs every {every[1]} h, {ALERT} waits {min(limits):g}, not {MISSED} runs")
    return found
