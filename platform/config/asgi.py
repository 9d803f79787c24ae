"""The composition root of one web process: HTTP to Django, WebSockets to realtime's consumer."""

import os

from channels.routing import ProtocolTypeRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django = get_asgi_application()

# These read Django's models, so they come after Django is set up.
from apps.accounts.socket_auth import AccessTokenVerifier, SessionTable  # noqa: E402
from apps.notices.log import EventTable  # noqa: E402
from config.limits import BodyLimit  # noqa: E402
from realtime.routing import websocket_application  # noqa: E402

application = ProtocolTypeRouter(
    {
        "http": BodyLimit(django, limit=settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
        "websocket": websocket_application(
            verifier=AccessTokenVerifier(),
            sessions=SessionTable(),
            log=EventTable(),
            origins=settings.ALLOWED_ORIGINS,
            conformance_mode=settings.SOCKET_CONFORMANCE,
        ),
    }
)
