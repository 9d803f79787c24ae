"""Django's settings, from the environment that environment.py reads and checks."""

import os

from config import environment
from config.environment import ROOT as ROOT
from server import database, logs
from snipers.clients import registry
from snipers.environment.version import user_agent

GIVEN = environment.read()
ENVIRONMENT = GIVEN.TABLEHAWK_ENV
# True in staging too. Staging differs from production only because it accepts Stripe's test mode.
PRODUCTION = isinstance(GIVEN, environment.Staging)
DEBUG = False
STATE = GIVEN.TABLEHAWK_STATE

SECRET_KEY = GIVEN.SECRET_KEY
SEAL_KEYS = GIVEN.SEAL_KEYS
METRICS_TOKEN = GIVEN.METRICS_TOKEN

# Our addresses.
PUBLIC_URL = GIVEN.PUBLIC_URL
ALLOWED_HOSTS = GIVEN.ALLOWED_HOSTS
ALLOWED_ORIGINS = GIVEN.ALLOWED_ORIGINS or [PUBLIC_URL, PUBLIC_URL.replace("127.0.0.1", "localhost")]
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS
# Pages of the allowed origins may call the API with an access token. Their calls carry no cookies.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOWED_ORIGINS = ALLOWED_ORIGINS
CORS_ALLOW_HEADERS = ("authorization", "content-type", "if-none-match", "x-request-id")
CORS_EXPOSE_HEADERS = ("etag", "link", "retry-after", "x-request-id", "x-total-count")
CORS_PREFLIGHT_MAX_AGE = 600
# Networks of the proxies whose X-Forwarded-* headers are used (server/proxies.py).
TRUSTED_PROXIES = GIVEN.TRUSTED_PROXIES

# Services that we call.
RESY_BASE_URL = GIVEN.RESY_BASE_URL
RESY_API_KEY = GIVEN.RESY_API_KEY
OPENTABLE_BASE_URL = GIVEN.OPENTABLE_BASE_URL
OPENTABLE_APP_ID = GIVEN.OPENTABLE_APP_ID
OPENTABLE_APP_SECRET = GIVEN.OPENTABLE_APP_SECRET
# The variables of the platforms that EXTRA_PLATFORMS adds.
for _platform in registry.manifests():
    for _name, _default in _platform.defaults().items():
        globals().setdefault(_name, os.environ.get(_name) or _default)
CATALOG_BUDGET = GIVEN.CATALOG_BUDGET
SIM_CONTROL_URL = GIVEN.SIM_CONTROL_URL
STRIPE_API_BASE = GIVEN.STRIPE_API_BASE
STRIPE_SECRET_KEY = GIVEN.STRIPE_SECRET_KEY
STRIPE_WEBHOOK_SECRET = GIVEN.STRIPE_WEBHOOK_SECRET
# The addresses to which Stripe's pages send the browser back. A client cannot choose them.
PORTAL_RETURN_URL = f"{PUBLIC_URL}/profile?tab=subscription"
CHECKOUT_SUCCESS_URL = f"{PUBLIC_URL}/profile?tab=subscription&checkout=success"
CHECKOUT_CANCEL_URL = f"{PUBLIC_URL}/profile?tab=subscription&checkout=canceled"
USER_AGENT = user_agent(public_url=PUBLIC_URL)

DATABASES = {"default": database.settings_for(GIVEN.DATABASE_URL, process=database.process_name(GIVEN.WEB_ROLE))}
REDIS_URL = GIVEN.REDIS_URL
CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
}

INSTALLED_APPS = [
    "config.admin_config.TablehawkAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.postgres",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "corsheaders",
    "procrastinate.contrib.django",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "oauth2_provider",
    "apps.accounts",
    "apps.keys",
    "apps.passkeys",
    "apps.oauth",
    "apps.billing",
    "apps.connections",
    "apps.venues",
    "apps.webhooks",
    "apps.mqtt",
    "apps.notices",
    "apps.blog",
    "apps.requests",
    "apps.listing",
    "apps.outcomes",
    "apps.clients",
    "apps.weekly",
    "apps.swaps",
    "apps.odds",
    "apps.readiness",
    "apps.calendar",
    "apps.mandates",
    "apps.reservations",
    "config",
]
# Bench commands and test fixtures: on a developer's machine only, in no deployment and no image.
if not PRODUCTION and (ROOT / "platform" / "testing").is_dir():
    INSTALLED_APPS.append("testing")
MIDDLEWARE = [
    "server.middleware.request_scope",
    "server.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "config.pages.StaticFiles",
    "server.middleware.CompressedAnswers",
    "server.middleware.api_answers",
    "server.rates.limited",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_otp.middleware.OTPMiddleware",
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
APPEND_SLASH = False
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
# The most requests per minute. 0 means no limit, as in development, where all clients have the same address.
API_RATE_USER = GIVEN.API_RATE_USER
API_RATE_ADDRESS = GIVEN.API_RATE_ADDRESS
API_RATE_FILING = GIVEN.API_RATE_FILING
API_RATE_PUBLIC = GIVEN.API_RATE_PUBLIC
API_RATE_OPERATIONS = GIVEN.API_RATE_OPERATIONS
# The admin API (config/operations_api.py) answers at these hosts only.
OPERATIONS_HOSTS = GIVEN.OPERATIONS_HOSTS or []
# The protocols that this process serves (server/roles.py), and the durations of its shutdown (server/serve.py).
WEB_ROLE = GIVEN.WEB_ROLE
DRAIN_NOTICE_SECONDS = GIVEN.DRAIN_NOTICE_SECONDS
DRAIN_SECONDS = GIVEN.DRAIN_SECONDS
SOCKET_DRAIN_SECONDS = GIVEN.SOCKET_DRAIN_SECONDS
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
FORMAT_MODULE_PATH = "config.formats"
# The folder of the background processes' liveness files (apps/common/liveness.py). If empty, none are written.
LIVENESS_FOLDER = GIVEN.LIVENESS_FOLDER
LOGGING = logs.configure(GIVEN.LOG_LEVEL)

# Accounts.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["apps.accounts.backends.ThrottledBackend"]
# The admin: staff need an authenticator in production (`manage.py staff_second_factor`); a sign-in lasts 12 hours.
STAFF_SECOND_FACTOR = PRODUCTION
OTP_TOTP_ISSUER = "Tablehawk"
SESSION_COOKIE_AGE = 12 * 60 * 60
PASSWORD_HASHERS = ["apps.accounts.sign_in.hashers.Argon2id"]
# Length of a trial that begins at sign-up. 0 means that the trial begins at the first checkout instead.
SIGNUP_TRIAL_DAYS = GIVEN.SIGNUP_TRIAL_DAYS

# The rules of RFC 9700 that the library applies only on demand.
RULES_OF_OAUTH = (
    "PKCE_METHOD", "AUTHZ_RESPONSE_ISS", "TOKEN_STORAGE", "ACCESS_TOKEN_TRANSPORT", "REFRESH_TOKEN", "IMPLICIT_GRANT",
    "PASSWORD_GRANT",
)  # fmt: skip
# OAuth 2.1 for programs: codes with PKCE and refresh tokens, for public clients with a description at their domain.
OAUTH2_PROVIDER = {
    "OAUTH2_SERVER_CLASS": "oauthlib.oauth2.WebApplicationServer",
    "OAUTH2_VALIDATOR_CLASS": "apps.oauth.validator.Validator",
    "SCOPES_BACKEND_CLASS": "apps.oauth.validator.Scopes",
    "ACCESS_TOKEN_GENERATOR": "apps.oauth.services.new_access_token",
    "REFRESH_TOKEN_GENERATOR": "apps.oauth.services.new_refresh_token",
    "ACCESS_TOKEN_EXPIRE_SECONDS": 60 * 60,
    "REFRESH_TOKEN_EXPIRE_SECONDS": 90 * 24 * 60 * 60,
    "REFRESH_TOKEN_REUSE_PROTECTION": True,
    "ALLOW_LOCALHOST_LOOPBACK": True,
    **{f"COMPLIANT_BCP_RFC9700_{rule}": True for rule in RULES_OF_OAUTH},
    "CIMD_ENABLED": True,
    "CIMD_METADATA_FETCHER": "apps.oauth.documents.GuardedFetcher",
    "CIMD_REGISTRATION_PERMISSION_CLASSES": ("apps.oauth.documents.FromUsers",),
    "CIMD_MAX_DOCUMENT_SIZE": 5 * 1024,
    "CIMD_MAX_CONCURRENT_FETCHES": 2,
    # The name of this server for programs (RFC 8414, RFC 9207). The setting's name is older than its use.
    "OIDC_ISS_ENDPOINT": PUBLIC_URL,
    "OAUTH2_RESPONSE_TYPES_SUPPORTED": ["code"],
    "OAUTH2_GRANT_TYPES_SUPPORTED": ["authorization_code", "refresh_token"],
    "OAUTH2_TOKEN_ENDPOINT_AUTH_METHODS_SUPPORTED": ["none"],
    "OAUTH2_PROTECTED_RESOURCE_NAME": "Tablehawk",
}

# Mail. Without EMAIL_HOST, mails are written to private files in the state folder.
EMAIL_HOST = GIVEN.EMAIL_HOST
EMAIL_PORT = GIVEN.EMAIL_PORT
EMAIL_HOST_USER = GIVEN.EMAIL_HOST_USER
EMAIL_HOST_PASSWORD = GIVEN.EMAIL_HOST_PASSWORD
EMAIL_USE_TLS = GIVEN.EMAIL_USE_TLS
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend" if EMAIL_HOST else "apps.common.mail.PrivateFiles"
EMAIL_FILE_PATH = str(STATE / "mail")
DEFAULT_FROM_EMAIL = GIVEN.DEFAULT_FROM_EMAIL
# Shown on the landing page. If empty, the page shows the host of PUBLIC_URL and the sender of e-mails.
OPERATOR_NAME = GIVEN.OPERATOR_NAME
CONTACT_EMAIL = GIVEN.CONTACT_EMAIL

# Text messages are sent through Twilio if there is an account. Without one, they are written to files in the state
# folder outside production, and not sent in production.
TWILIO_ACCOUNT_SID = GIVEN.TWILIO_ACCOUNT_SID
TWILIO_AUTH_TOKEN = GIVEN.TWILIO_AUTH_TOKEN
TWILIO_FROM = GIVEN.TWILIO_FROM
TWILIO_API_BASE = GIVEN.TWILIO_API_BASE
SMS_CALLING_CODES = GIVEN.SMS_CALLING_CODES
SMS_FILE_PATH = str(STATE / "sms")

# Notifications on devices (Web Push) and in chat apps.
VAPID_PRIVATE_KEY = GIVEN.VAPID_PRIVATE_KEY
NOTIFY_LOOPBACK = GIVEN.NOTIFY_LOOPBACK

# Pages and files.
STATIC_URL = "/static/"
FRONTEND_DIST = GIVEN.FRONTEND_DIST
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/assets/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$"
if FRONTEND_DIST.is_dir():
    WHITENOISE_ROOT = FRONTEND_DIST

# Security policies for browsers.
SOCKET_ORIGINS = " ".join(origin.replace("http", "ws", 1) for origin in ALLOWED_ORIGINS)
CSP_PAGES = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    f"connect-src 'self' {SOCKET_ORIGINS}; object-src 'none'; frame-ancestors 'none'; base-uri 'none'; "
    "form-action 'self'; require-trusted-types-for 'script'"
)
# Django's admin sets style attributes.
CSP_ADMIN = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
    "frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
)
CSP_DATA = "default-src 'none'; frame-ancestors 'none'"
# The policy of the service worker's script also applies to the worker, which loads only the icons of notifications.
CSP_WORKER = "default-src 'none'; img-src 'self'; connect-src 'self'; frame-ancestors 'none'"
SERVICE_WORKER = "/sw.js"
SECURE_REFERRER_POLICY = "no-referrer"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
# security.W021 asks for HSTS preloading, which the owner of the domain has to decide: it is hard to revert.
# oauth2_provider.W008 warns of redirects to http, which apps/oauth/documents.py allows to the user's computer only.
SILENCED_SYSTEM_CHECKS = ["security.W021", "oauth2_provider.W008"]
