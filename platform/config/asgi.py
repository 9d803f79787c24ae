"""The ASGI application of a web process. It passes HTTP requests to Django and WebSockets to realtime's consumer."""

import os

import django
from channels.routing import ProtocolTypeRouter
from django.conf import settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

# These modules import Django's models, so they must be imported after django.setup().
from apps.notices.events.event_log import EventTable  # noqa: E402 - Django first
from realtime.routing import websocket_application  # noqa: E402 - Django first
from server import database, roles, tracing  # noqa: E402 - Django first
from server.handler import PooledHandler  # noqa: E402 - Django first
from server.health import health  # noqa: E402 - Django first
from server.mcp_path import McpPath  # noqa: E402 - Django first
from server.ops import OpsPaths  # noqa: E402 - Django first
from server.proxies import trust_proxies  # noqa: E402 - Django first
from server.socket_auth import AccessTokenVerifier, SessionTable  # noqa: E402 - Django first
from snipers.telemetry import spans  # noqa: E402 - Django first

spans.configure(service=f"tablehawk-{'web' if settings.WEB_ROLE == 'all' else settings.WEB_ROLE}")
http = PooledHandler(
    threads=database.REQUEST_THREADS,
    timeout=database.WAIT_SECONDS,
    deadline=database.REQUEST_SECONDS,
    body_limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
)
sockets = websocket_application(
    verifier=AccessTokenVerifier(),
    sessions=SessionTable(),
    log=EventTable(),
    origins=settings.ALLOWED_ORIGINS,
    on_delivery=tracing.pushed,
)
served = roles.served(settings.WEB_ROLE, http=McpPath(http), sockets=sockets)
served["http"] = OpsPaths(served["http"], health=health, public=not settings.PRODUCTION)
application = trust_proxies(ProtocolTypeRouter(served), networks=settings.TRUSTED_PROXIES)
