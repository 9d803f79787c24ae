"""A substitute for Kubernetes' API server, for the two programs that call it: the controller of disruptions and Ray's
autoscaler.

It serves the objects of rendered manifests over HTTPS, merges patches into them, and counts calls.
"""

import datetime as dt
import ipaddress
import json
import socket
import ssl
import threading
from collections import Counter
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from .manifests import Manifest

PORT = 6443
_IP_FREEBIND = 15  # <linux/in.h>
_PLURALS = {"RayCluster": "rayclusters", "PodDisruptionBudget": "poddisruptionbudgets"}


class _Server(ThreadingHTTPServer):
    def server_bind(self) -> None:
        """Bind to the address of the network's gateway, which does not exist before the network's first container."""
        self.socket.setsockopt(socket.SOL_IP, _IP_FREEBIND, 1)
        super().server_bind()


class ApiServer:
    """The server at an address of this machine, as a context manager.

    `account` has the files of a service account: token, namespace and ca.crt. `calls` counts calls by method and path.
    """

    def __init__(self, manifests: Sequence[Manifest], *, address: str, folder: Path) -> None:
        self.objects = {
            f"/{_PLURALS[one['kind']]}/{one['metadata']['name']}": json.loads(json.dumps(one))
            for one in manifests
            if one["kind"] in _PLURALS
        }
        self.calls: Counter[tuple[str, str]] = Counter()
        folder.mkdir(parents=True, exist_ok=True)
        certificate = _certificate(address, folder)
        namespace = next(one["metadata"]["name"] for one in manifests if one["kind"] == "Namespace")
        public = certificate.read_text().partition("-----BEGIN PRIVATE")[0]
        self.account = {"token": "x" * 32, "namespace": namespace, "ca.crt": public}
        self.variables = {
            "KUBERNETES_SERVICE_HOST": address,
            "KUBERNETES_SERVICE_PORT": str(PORT),
            "KUBERNETES_SERVICE_PORT_HTTPS": str(PORT),
        }
        self._server = _Server((address, PORT), _handler(self))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True, do_handshake_on_connect=False)

    def __enter__(self) -> "ApiServer":
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def find(self, path: str) -> dict[str, Any] | None:
        """Return the object at a path, None if there is none. For a path that ends with /pods, return an empty list
        object.
        """
        plain = path.partition("?")[0]
        found = next((one for end, one in self.objects.items() if plain.endswith(end)), None)
        return {"metadata": {"resourceVersion": "1"}, "items": []} if plain.endswith("/pods") else found

    def patch(self, path: str, change: Any) -> dict[str, Any] | None:
        """Merge a change (RFC 7386) into an object and return the object, None if there is none. A JSON Patch changes
        nothing.
        """
        found = self.find(path)
        if found and isinstance(change, dict):
            _merge(found, change)
        return found


def _merge(target: dict[str, Any], change: Mapping[str, Any]) -> None:
    for key, value in change.items():
        if isinstance(value, dict) and isinstance(target.get(key), dict):
            _merge(target[key], value)
        else:
            target[key] = value


def _handler(api: ApiServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(api.find(self.path))

        def do_PATCH(self) -> None:
            self._answer(api.patch(self.path, json.loads(self.rfile.read(int(self.headers["Content-Length"])))))

        def _answer(self, body: Mapping[str, Any] | None) -> None:
            api.calls[self.command, self.path.partition("?")[0]] += 1
            data = json.dumps(body or {"message": f"there is no {self.path}"}).encode()
            self.send_response(200 if body else 404)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    return Handler


def _certificate(address: str, folder: Path) -> Path:
    """Write a key and its self-signed certificate into one file. Return the path of the file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "kubernetes")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(hours=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address(address))]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    path = folder / "api-server.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    path.write_bytes(made.public_bytes(serialization.Encoding.PEM) + private)
    path.chmod(0o600)
    return path
