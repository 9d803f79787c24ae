"""The scripts that copy backups to a bucket and back (k8s/base/backup), on a real server with an S3 interface."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.stack.settings import ROOT
from tools.stack.tests import swift

SCRIPTS = ROOT / "k8s" / "base" / "backup"
MISSING = swift.missing_programs()

pytestmark = pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)}")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with swift.bucket_server(tmp_path_factory.mktemp("swift")) as variables:
        yield variables


@pytest.fixture
def bucket(server: dict[str, str], request: pytest.FixtureRequest) -> dict[str, str]:
    """rclone's variables, and an empty bucket."""
    name = request.node.name.replace("_", "-")[:40].strip("-")
    rclone("mkdir", f"bucket:{name}", server)
    return {**server, "BUCKET": name, "BUCKET_KEEP_DAYS": "90"}


def rclone(command: str, path: str, variables: dict[str, str], *more: str) -> str:
    env = {"PATH": os.environ["PATH"], "RCLONE_CONFIG": "/dev/null", **variables}
    return subprocess.run(["rclone", command, path, *more], env=env, capture_output=True, text=True, check=True).stdout


def run(script: str, copies: Path, variables: dict[str, str], **more: str) -> subprocess.CompletedProcess[str]:
    env = {"PATH": os.environ["PATH"], "COPIES": str(copies), **variables, **more}
    return subprocess.run(["sh", str(SCRIPTS / script)], env=env, capture_output=True, text=True, check=False)


def backup(copies: Path, day: int) -> Path:
    """Create a backup of the day `day` of November 2026, with the file of its rows. Return the path of the backup."""
    copies.mkdir(exist_ok=True)
    made = copies / f"tablehawk-202611{day:02}-062300.dump"
    made.write_bytes(os.urandom(300_000))
    made.with_suffix(".rows").write_text(f"app_user|{day}|1\n")
    return made


def test_newest_backup_comes_back_from_the_bucket_with_its_rows(bucket: dict[str, str], tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    backup(here, 1)
    newest = backup(here, 2)
    (here / "tablehawk-3.dump.unfinished").touch()
    uploaded = run("upload.sh", here, bucket)
    assert uploaded.returncode == 0, uploaded.stderr
    assert "2 backups" in uploaded.stdout
    there.mkdir()
    downloaded = run("download.sh", there, bucket)
    assert downloaded.returncode == 0, downloaded.stderr
    assert (there / newest.name).read_bytes() == newest.read_bytes()
    assert sorted(one.name for one in there.iterdir()) == [newest.name, newest.with_suffix(".rows").name]


def test_an_older_backup_is_restored_by_its_name(bucket: dict[str, str], tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    older = backup(here, 1)
    backup(here, 2)
    assert run("upload.sh", here, bucket).returncode == 0
    there.mkdir()
    assert run("download.sh", there, bucket, COPY=older.name).returncode == 0
    assert (there / older.name).read_bytes() == older.read_bytes()
    missing = run("download.sh", there, bucket, COPY="tablehawk-20200101-000000.dump")
    assert missing.returncode == 1
    assert older.name in missing.stderr


def test_a_backup_that_changed_is_not_uploaded_again(bucket: dict[str, str], tmp_path: Path) -> None:
    made = backup(tmp_path, 1)
    before = made.read_bytes()
    assert run("upload.sh", tmp_path, bucket).returncode == 0
    made.write_bytes(os.urandom(300_000))
    assert run("upload.sh", tmp_path, bucket).returncode != 0
    there = tmp_path / "there"
    there.mkdir()
    assert run("download.sh", there, bucket).returncode == 0
    assert (there / made.name).read_bytes() == before


def test_backups_leave_the_bucket_when_they_are_too_old(bucket: dict[str, str], tmp_path: Path) -> None:
    backup(tmp_path, 1)
    assert run("upload.sh", tmp_path, bucket, BUCKET_KEEP_DAYS="0").returncode == 0
    assert rclone("lsf", f"bucket:{bucket['BUCKET']}", bucket) == ""


def test_an_empty_bucket_and_a_wrong_key_are_errors(bucket: dict[str, str], tmp_path: Path) -> None:
    empty = run("download.sh", tmp_path, bucket)
    assert empty.returncode == 1
    assert "There is no backup" in empty.stderr
    backup(tmp_path, 1)
    refused = run("upload.sh", tmp_path, {**bucket, "RCLONE_CONFIG_BUCKET_SECRET_ACCESS_KEY": "another-1234"})
    assert refused.returncode != 0
    assert "another-1234" not in refused.stderr
