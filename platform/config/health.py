"""Whether this process lives, whether it can serve, and what it measured."""

import hmac

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from apps.accounts.throttle import address_of
from config.api import answer, refusal_for
from config.backlog import BACKLOG
from config.farewell import presence

LOOPBACK = frozenset({"127.0.0.1", "::/64", ""})


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Alive: the process answers. Asks nothing else, so that a database that is away restarts no web process."""
    return JsonResponse({"status": "ok"})


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Ready: database, Redis and migrations are in place; 503 with what is not, and from the moment we are leaving."""
    if presence.leaving:
        return _not_ready({"staying": False})
    checks = {"database": _database(), "migrations": False, "redis": _redis()}
    checks["migrations"] = checks["database"] and _migrated()
    if all(checks.values()):
        return JsonResponse({"status": "ok", "checks": checks})
    return _not_ready(checks)


def _not_ready(checks: dict[str, bool]) -> HttpResponse:
    missing = ", ".join(name for name, good in checks.items() if not good)
    return JsonResponse({"message": f"Not ready: {missing}.", "code": "not_ready", "checks": checks}, status=503)


def _database() -> bool:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def _migrated() -> bool:
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def _redis() -> bool:
    client = redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)
    try:
        return bool(client.ping())
    except redis.RedisError:
        return False
    finally:
        client.close()


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Prometheus text, for whoever holds METRICS_TOKEN; without one, outside production, for this machine only."""
    if not _may_read(request):
        return answer(request, refusal_for(403))
    return HttpResponse(generate_latest() + generate_latest(BACKLOG), content_type=CONTENT_TYPE_LATEST)


def _may_read(request: HttpRequest) -> bool:
    if settings.METRICS_TOKEN:
        given = request.headers.get("Authorization", "").removeprefix("Bearer ")
        return hmac.compare_digest(given.encode(), settings.METRICS_TOKEN.encode())
    # Behind a proxy on the same host every address is loopback, so production needs the token.
    return not settings.PRODUCTION and address_of(request) in LOOPBACK
