"""Django's settings, read from the environment through env.py. Development has defaults; production has none."""

from pathlib import Path
from secrets import token_hex, token_urlsafe

from cryptography.fernet import Fernet

from config import database, env, logs

ROOT = Path(__file__).resolve().parent.parent.parent

ENVIRONMENT = env.text("TABLEHAWK_ENV", "development")
if ENVIRONMENT not in ("development", "test", "production"):
    raise env.BadEnvironment("TABLEHAWK_ENV has to be development, test or production.")
PRODUCTION = ENVIRONMENT == "production"
DEBUG = False
STATE = Path(env.text("TABLEHAWK_STATE", str(ROOT / ".tablehawk")))

# Secrets: set in production; elsewhere made once for this machine.
SECRETS = None if PRODUCTION else STATE / "secrets"
SECRET_KEY = env.secret("SECRET_KEY", kept_in=SECRETS, make=lambda: token_urlsafe(64))
SEAL_KEYS = env.secret("SEAL_KEYS", kept_in=SECRETS, make=lambda: Fernet.generate_key().decode()).split(",")
for seal_key in SEAL_KEYS:
    try:
        Fernet(seal_key.strip())
    except ValueError:
        raise env.BadEnvironment("SEAL_KEYS has to be a comma-separated list of Fernet keys.") from None
METRICS_TOKEN = env.text("METRICS_TOKEN", "")

# Where we are reached.
PUBLIC_URL = env.text("PUBLIC_URL", None if PRODUCTION else "http://127.0.0.1:8000").rstrip("/")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", None if PRODUCTION else ("127.0.0.1", "localhost", "testserver"))
ALLOWED_ORIGINS = env.words("ALLOWED_ORIGINS", (PUBLIC_URL, PUBLIC_URL.replace("127.0.0.1", "localhost")))
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS
# Pages elsewhere may call the API with a token of their own; never with cookies.
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOWED_ORIGINS = ALLOWED_ORIGINS
CORS_ALLOW_HEADERS = ("authorization", "content-type", "if-none-match", "x-request-id")
CORS_EXPOSE_HEADERS = ("etag", "link", "retry-after", "x-request-id", "x-total-count")
CORS_PREFLIGHT_MAX_AGE = 600
# Proxies whose word on the client's address and scheme counts (config/proxies.py).
TRUSTED_PROXIES = env.networks("TRUSTED_PROXIES")
SOCKET_CONFORMANCE = env.flag("SOCKET_CONFORMANCE")
if PRODUCTION and SOCKET_CONFORMANCE:
    raise env.BadEnvironment("SOCKET_CONFORMANCE asks nobody for a token, so it has to be 0 in production.")

# Whom we talk to.
RESY_BASE_URL = env.text("RESY_BASE_URL", None if PRODUCTION else "http://127.0.0.1:9101")
RESY_API_KEY = env.text("RESY_API_KEY", None if PRODUCTION else "tablehawk-demo")
OPENTABLE_BASE_URL = env.text("OPENTABLE_BASE_URL", None if PRODUCTION else "http://127.0.0.1:9102")
SIM_CONTROL_URL = env.text("SIM_CONTROL_URL", "http://127.0.0.1:9100")
# Stripe itself where the address is empty; the stand-in for development is named by the stack.
STRIPE_API_BASE = env.text("STRIPE_API_BASE", "" if PRODUCTION else "http://127.0.0.1:9103").rstrip("/")
STRIPE_SECRET_KEY = env.secret("STRIPE_SECRET_KEY", kept_in=SECRETS, make=lambda: f"sk_test_{token_hex(24)}")
STRIPE_WEBHOOK_SECRET = env.secret("STRIPE_WEBHOOK_SECRET", kept_in=SECRETS, make=lambda: f"whsec_{token_hex(24)}")
# Where Stripe's pages send the browser afterwards; never taken from a client.
CHECKOUT_SUCCESS_URL = env.text("CHECKOUT_SUCCESS_URL", f"{PUBLIC_URL}/profile?tab=subscription&checkout=success")
CHECKOUT_CANCEL_URL = env.text("CHECKOUT_CANCEL_URL", f"{PUBLIC_URL}/profile?tab=subscription&checkout=canceled")
PORTAL_RETURN_URL = env.text("PORTAL_RETURN_URL", f"{PUBLIC_URL}/profile?tab=subscription")
USER_AGENT = f"Tablehawk/0.1 (+{PUBLIC_URL})"


DATABASE_URL = env.text("DATABASE_URL", None if PRODUCTION else "postgresql://tablehawk@/tablehawk")
DATABASES = {"default": database.settings_for(DATABASE_URL)}
REDIS_URL = env.text("REDIS_URL", None if PRODUCTION else "redis://127.0.0.1:6379/0")
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
    "django_otp",
    "django_otp.plugins.otp_totp",
    "apps.accounts",
    "apps.billing",
    "apps.connections",
    "apps.venues",
    "apps.notices",
    "apps.blog",
    "apps.reservations",
    "config",
]
MIDDLEWARE = [
    "config.middleware.request_scope",
    "config.middleware.security_headers",
    "django.middleware.security.SecurityMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "config.pages.StaticFiles",
    "config.middleware.api_answers",
    "config.rates.limited",
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
# Requests a minute; 0 is without limit, as on one machine, where everybody has the same address.
API_RATE_USER = env.integer("API_RATE_USER", 240 if PRODUCTION else 0)
API_RATE_ADDRESS = env.integer("API_RATE_ADDRESS", 60 if PRODUCTION else 0)
API_RATE_FILING = env.integer("API_RATE_FILING", 30 if PRODUCTION else 0)
# What this process serves, and how it leaves (config/serve.py).
WEB_ROLE = env.text("WEB_ROLE", "all")
if WEB_ROLE not in ("all", "web", "realtime"):
    raise env.BadEnvironment("WEB_ROLE has to be all, web or realtime.")
DRAIN_NOTICE_SECONDS = env.seconds("DRAIN_NOTICE_SECONDS", 5 if PRODUCTION else 0)
DRAIN_SECONDS = env.seconds("DRAIN_SECONDS", 20 if PRODUCTION else 3)
SOCKET_DRAIN_SECONDS = env.seconds("SOCKET_DRAIN_SECONDS", 60 if PRODUCTION else 0)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en-us"
FORMAT_MODULE_PATH = "config.formats"
# Where loops say that they turn (apps/common/pulse.py); none outside a cluster.
PULSE_FOLDER = env.text("PULSE_FOLDER", "")
LOGGING = logs.configure(env.text("LOG_LEVEL", "INFO"))

# Accounts.
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["apps.accounts.backends.ThrottledBackend"]
# The admin: staff need an authenticator in production (`manage.py staff_second_factor`); a sign-in lasts 12 hours.
STAFF_SECOND_FACTOR = PRODUCTION
OTP_TOTP_ISSUER = "Tablehawk"
SESSION_COOKIE_AGE = 12 * 60 * 60
PASSWORD_HASHERS = ["apps.accounts.hashers.Argon2id"]
# The free trial is Stripe's and begins with the first checkout; it is the same one (apps/billing).
SIGNUP_TRIAL_DAYS = env.integer("SIGNUP_TRIAL_DAYS", 0)

# Mail: to files in the state folder unless a server is named.
EMAIL_HOST = env.text("EMAIL_HOST", "")
EMAIL_PORT = env.integer("EMAIL_PORT", 587)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", True)
EMAIL_TIMEOUT = 10
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'filebased'}.EmailBackend"
EMAIL_FILE_PATH = str(STATE / "mail")
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "Tablehawk <no-reply@tablehawk.test>")

# Text messages: through Twilio where there is an account; to files in the state folder outside production.
TWILIO_ACCOUNT_SID = env.text("TWILIO_ACCOUNT_SID", "")
TWILIO_AUTH_TOKEN = env.text("TWILIO_AUTH_TOKEN", None if TWILIO_ACCOUNT_SID else "")
TWILIO_FROM = env.text("TWILIO_FROM", None if TWILIO_ACCOUNT_SID else "")
TWILIO_API_BASE = env.text("TWILIO_API_BASE", "https://api.twilio.com").rstrip("/")
SMS_FILE_PATH = str(STATE / "sms")

# Pages and files.
STATIC_URL = "/static/"
FRONTEND_DIST = Path(env.text("FRONTEND_DIST", str(ROOT / "frontend" / "dist")))
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/assets/.+-[A-Za-z0-9_-]{8}\.[a-z0-9]+$"
if FRONTEND_DIST.is_dir():
    WHITENOISE_ROOT = FRONTEND_DIST

# What browsers may do with our answers.
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
SECURE_REFERRER_POLICY = "no-referrer"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = PRODUCTION
SECURE_SSL_REDIRECT = PRODUCTION
SECURE_HSTS_SECONDS = 31_536_000 if PRODUCTION else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = PRODUCTION
# W021 asks for HSTS preloading: that is the domain owner's decision, hard to take back.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
