"""The task of the background worker that sends the e-mails of accounts."""

from procrastinate import RetryStrategy
from procrastinate.contrib.django import app

from apps.common import mail

# Retries after 9, 27, 81, 243, 729 and 2,187 s: within the 60 minutes for which a reset link is valid.
RETRY = RetryStrategy(max_attempts=7, exponential_wait=3, retry_exceptions=[mail.NotSent])


@app.task(retry=RETRY)
def send_mail(sealed: str) -> None:
    """Send one mail, and try again later if the mail server is away."""
    mail.send(sealed=sealed)
