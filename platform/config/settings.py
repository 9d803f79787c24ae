"""Django's settings, read from the environment through env.py. Development has defaults; production has none."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from . import env

ROOT = Path(__file__).resolve().parent.parent.parent

ENVIRONMENT = env.text("TABLEHAWK_ENV", "development")
PRODUCTION = ENVIRONMENT == "production"
DEBUG = False
SECRET_KEY = env.text("SECRET_KEY", None if PRODUCTION else "development-only-secret-key-that-signs-nothing-of-worth")
SEAL_KEYS = env.words("SEAL_KEYS", () if PRODUCTION else ("e73gBao3-uTwnf-cxwust8zlyPGm5mNDuBRb9Dw-MIU=",))
PUBLIC_URL = env.text("PUBLIC_URL", "http://127.0.0.1:8000")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", ("127.0.0.1", "localhost", "testserver"))
ALLOWED_ORIGINS = env.words("ALLOWED_ORIGINS", (PUBLIC_URL, PUBLIC_URL.replace("127.0.0.1", "localhost")))


def database(url: str) -> dict[str, Any]:
    """Turn postgresql://user:password@host:port/name?host=/socket/dir into Django's form."""
    parts = urlsplit(url)
    query = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")) or "tablehawk",
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": query.get("host", parts.hostname or ""),
        "PORT": str(parts.port or query.get("port", "")),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": {"min_size": 1, "max_size": 16, "timeout": 5}},
    }


DATABASES = {"default": database(env.text("DATABASE_URL", None if PRODUCTION else "postgresql://tablehawk@/tablehawk"))}
REDIS_URL = env.text("REDIS_URL", None if PRODUCTION else "redis://127.0.0.1:6379/0")
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
}

INSTALLED_APPS = [
    "daphne",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "apps.accounts",
    "apps.connections",
    "apps.venues",
    "apps.notices",
    "apps.blog",
    "apps.reservations",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
AUTH_USER_MODEL = "accounts.User"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
STATIC_URL = "/static/"
PASSWORD_HASHERS = ["apps.accounts.hashers.Argon2id"]
ACCESS_TOKEN_READER = "apps.accounts.sessions.identify"  # noqa: S105 - a function's name
SIGNUP_TRIAL_DAYS = env.integer("SIGNUP_TRIAL_DAYS", 10)
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
