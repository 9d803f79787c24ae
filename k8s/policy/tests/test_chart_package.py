"""The chart's files of a release: the same bytes for the same commit, and accepted by helm."""

import io
import json
import subprocess
import tarfile
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from k8s.policy import render
from k8s.policy.chart import helm, package

pytestmark = pytest.mark.skipif(not helm.find_helm(), reason=helm.HELM_MISSING)
EPOCH = 1_795_000_000


@pytest.fixture
def registry() -> Iterator[str]:
    """A registry that serves the OCI archive of the chart, and nothing else; its host and port."""
    with tarfile.open(fileobj=io.BytesIO(package.oci_archive(helm.files(), epoch=EPOCH))) as archive:
        blobs = {
            f"sha256:{one.name[13:]}": content(archive, one.name) for one in archive if one.name.startswith("blobs/")
        }
        (entry,) = json.loads(content(archive, "index.json"))["manifests"]
    kinds = {entry["annotations"]["org.opencontainers.image.ref.name"]: entry["digest"]}

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked = self.path.rpartition("/")[2]
            digest = kinds.get(asked, asked)
            body = blobs.get(digest, b"")
            self.send_response(200 if body or self.path == "/v2/" else 404)
            kind = entry["mediaType"] if digest == entry["digest"] else "application/octet-stream"
            for name, value in (
                ("Content-Type", kind),
                ("Content-Length", len(body)),
                ("Docker-Content-Digest", digest),
            ):
                self.send_header(name, str(value))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(body)

        do_HEAD = do_GET

        def log_message(self, format: str, *args: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"127.0.0.1:{server.server_port}"
        server.shutdown()


def content(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file
    return file.read()


def test_archives_depend_on_contents_and_time_only() -> None:
    shuffled = dict(sorted(helm.files().items(), reverse=True))
    assert package.archive(helm.files(), epoch=EPOCH) == package.archive(shuffled, epoch=EPOCH)
    assert package.oci_archive(helm.files(), epoch=EPOCH) == package.oci_archive(shuffled, epoch=EPOCH)
    assert package.archive(helm.files(), epoch=EPOCH) != package.archive(helm.files(), epoch=EPOCH + 1)


def test_helm_renders_the_archive(tmp_path: Path) -> None:
    (tmp_path / "chart.tgz").write_bytes(package.archive(helm.files(), epoch=EPOCH))
    made = helm.template(tmp_path / "chart.tgz", namespace="tablehawk")
    # helm creates the namespace.
    assert len(made) == len(render.manifests("prod")) - 1


def test_helm_pulls_the_oci_archive_from_a_registry(tmp_path: Path, registry: str) -> None:
    version = package.version(helm.files())
    pull = ("pull", f"oci://{registry}/charts/tablehawk", "--version", version, "--plain-http", "-d", str(tmp_path))
    done = subprocess.run(
        [helm.find_helm(), *pull], env={"HOME": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    pulled = (tmp_path / f"tablehawk-{version}.tgz").read_bytes()
    assert pulled == package.archive(helm.files(), epoch=EPOCH)
