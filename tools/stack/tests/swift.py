"""OpenStack Swift with its S3 interface, as a bucket for tests. Debian's packages swift-proxy, swift-account,
swift-container and swift-object have its four servers."""

import getpass
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tools.stack import ports
from tools.stack.testing import run_process

SERVERS = ("account", "container", "object")
KEY_ID, SECRET = "backup:writer", "secretkey"
COMMON = """[DEFAULT]
bind_ip = {host}
bind_port = {port}
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
workers = 0
user = {user}
"""
SERVER = """[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
"""
PROXY = f"""[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_{KEY_ID.replace(":", "_")} = {SECRET} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""
HASHES = """[swift-hash]
swift_hash_path_prefix = test
swift_hash_path_suffix = test
[storage-policy:0]
name = only
default = yes
"""


def missing_programs() -> list[str]:
    """Return the programs that the tests need and that are not installed."""
    needed = ("rclone", "swift-ring-builder", *(f"swift-{name}-server" for name in (*SERVERS, "proxy")))
    return [name for name in needed if shutil.which(name) is None]


@contextmanager
def bucket_server(folder: Path) -> Iterator[dict[str, str]]:
    """Run Swift with its data in `folder`. Yield rclone's variables for the remote "bucket"."""
    (folder / "devices" / "d1").mkdir(parents=True)
    (folder / "swift.conf").write_text(HASHES)
    with ExitStack() as running:
        for name in SERVERS:
            port = _write(folder, name, SERVER.format(name=name))
            builder = str(folder / f"{name}.builder")
            for arguments in (["create", "1", "1", "1"], ["add", f"r1z1-127.0.0.1:{port}/d1", "1"], ["rebalance"]):
                subprocess.run(["swift-ring-builder", builder, *arguments], check=True, capture_output=True)
            running.enter_context(_server(folder, name, port))
        port = _write(folder, "proxy", PROXY)
        running.enter_context(_server(folder, "proxy", port))
        yield {
            "RCLONE_CONFIG_BUCKET_TYPE": "s3",
            "RCLONE_CONFIG_BUCKET_PROVIDER": "Other",
            "RCLONE_CONFIG_BUCKET_ENDPOINT": f"http://127.0.0.1:{port}",
            "RCLONE_CONFIG_BUCKET_REGION": "us-east-1",
            "RCLONE_CONFIG_BUCKET_ACCESS_KEY_ID": KEY_ID,
            "RCLONE_CONFIG_BUCKET_SECRET_ACCESS_KEY": SECRET,
        }


def _write(folder: Path, name: str, pipeline: str) -> int:
    port = ports.find_free_port()
    common = COMMON.format(host=ports.LOOPBACK, port=port, folder=folder, user=getpass.getuser())
    (folder / f"{name}.conf").write_text(common + pipeline)
    return port


@contextmanager
def _server(folder: Path, name: str, port: int) -> Iterator[None]:
    command = [f"swift-{name}-server", str(folder / f"{name}.conf"), "-v"]
    with run_process(command, log=folder / f"{name}.log", ready=ports.connection_probe(port)):
        yield
