"""Structured logs: one JSON object per line on standard error, with the request's id and trace, without secrets.

Tracebacks have no local variables, which could be passwords. Paths are logged without their query, which may contain a
reset token. URLs in other texts lose the values of their query.
"""

from collections.abc import MutableMapping
from typing import Any

import structlog

from snipers.telemetry.redaction import HIDDEN, is_secret, redact


def hide_secrets(logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Structlog processor that hides every value whose key is the name of a secret, such as "password"."""
    for word in event:
        if is_secret(word):
            event[word] = HIDDEN
    return event


def scrub_queries(logger: Any, name: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Structlog processor that removes secrets from the URLs in all texts of a log record, including tracebacks."""
    for word, value in event.items():
        if isinstance(value, str):
            event[word] = redact(value)
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    hide_secrets,
    structlog.processors.format_exc_info,
    scrub_queries,
]


ADDRESS_LOGGERS = ("apprise", "pywebpush", "urllib3")


def configure(level: str) -> dict[str, Any]:
    """Configure structlog, and return Django's LOGGING with the same format."""
    structlog.configure(
        processors=[structlog.stdlib.filter_by_level, *SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "json": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": SHARED,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.JSONRenderer(),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            # server.middleware logs refused requests.
            "django.request": {"level": "ERROR"},
            # Logs addresses with their query.
            "httpx": {"level": "WARNING"},
            # Logs codes and tokens at DEBUG.
            "oauthlib": {"level": "WARNING"},
            # They log the addresses of chat apps and devices, which are secrets; apps.notices logs the results.
            **{name: {"handlers": [], "level": "CRITICAL", "propagate": False} for name in ADDRESS_LOGGERS},
            # Logs each call; apps.billing logs the failures.
            "stripe": {"level": "WARNING"},
            # Logs several lines for each call; server.middleware logs one.
            "mcp": {"level": "WARNING"},
            # Logs each job, and a traceback a second while the database is unavailable; apps.common.worker logs one.
            "procrastinate": {"level": "WARNING"},
            "procrastinate.worker.tablehawk": {"level": "CRITICAL"},
            # Repeats its message while the database is unavailable.
            "psycopg.pool": {"level": "ERROR"},
        },
    }
