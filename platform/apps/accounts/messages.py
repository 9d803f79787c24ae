"""The sentences that users see at sign-up, log-in and in the profile. The texts of mails are in templates/."""

from collections.abc import Sequence
from typing import Final

# Sign-up and log-in. The specification fixes the sentences of the form's fields, LOGGED_IN and WRONG_CREDENTIALS.
WELCOME: Final = "Welcome to Tablehawk. Your account is ready."
LOGGED_IN: Final = "Successfully logged in"
LOGGED_OUT: Final = "Successfully logged out"
WRONG_CREDENTIALS: Final = "Email and password do not match."
EMAIL: Final = "Must be valid email"
EMAIL_TAKEN: Final = "An account with this email already exists."
PASSWORD_REQUIRED: Final = "Password is required"
FIRST_NAME: Final = "First name is required!"
LAST_NAME: Final = "Last name is required!"
NAME: Final = "Use only letters, spaces and . ' -"
NAME_LINK: Final = "Put a space after each dot in the name."
NAME_LONG: Final = "This name is too long."
COUNTRY_CODE: Final = "Country Code is required"
PHONE: Final = "Phone number must have exactly 10 digits."
PHONE_UNKNOWN: Final = "No country has this phone number. Check the number and its country code."
SESSION_OVER: Final = "Your session has ended. Please log in again."
TOO_MANY_TRIES: Final = "Too many tries. Wait a few minutes, then try again."

# A new password. The specification fixes the rules' sentences.
NO_UPPERCASE: Final = "One uppercase character"
NO_LOWERCASE: Final = "One lowercase character"
NO_DIGIT: Final = "One number"
NO_SPECIAL: Final = "One special character"
TOO_SHORT: Final = "Must be at least 8 characters in length"
TOO_COMMON: Final = "This password is too common. Choose another one."
PASSWORD_CHANGED: Final = "Password changed successfully"
NO_CURRENT_PASSWORD: Final = "Enter your current password."
WRONG_CURRENT_PASSWORD: Final = "That isn't your current password."

# Password reset. The specification fixes RESET_SENT and RESET_DONE.
RESET_SENT: Final = "Password reset instructions have been sent to your email."
RESET_DONE: Final = "Password reset successfully"
DEAD_RESET_LINK: Final = "This link has expired or was already used. Ask for a new one."

# Links that confirm or restore an email address
ALREADY_CONFIRMED: Final = "Your email is already confirmed."
LINK_SENT_ALREADY: Final = "We sent a link to this email within the last hour. Check your inbox, or try again later."
NOT_AN_OPERATOR: Final = (
    "Only active staff with an authenticator get an operator token (manage.py staff_second_factor)."
)
STAFF_ADDRESS: Final = "The email of a staff account can only be changed in the admin."
ACCOUNT_CLOSED: Final = "This account is closed, so the link no longer works."
OTHER_ACCOUNT: Final = "This link belongs to another account. Sign out, then open it again."
USED_LINK: Final = "This link was already used. There's nothing more to do."
INVALID_LINK: Final = "This link isn't valid. If we sent you a newer one, open that."
EXPIRED_CONFIRMATION: Final = "This link has expired. Ask for a new one in your profile."
EXPIRED_REVERT: Final = "This link has expired. Reply to the email that it came with, and we'll help you."

# Devices and closing the account
DEVICE_SIGNED_OUT: Final = "We signed out that device."
CLOSED: Final = "Your account is closed."
# How many tables one sentence names.
MOST_TABLES: Final = 5

too_long = "Must be at most {most} characters in length".format
confirmed = "{email} is confirmed.".format
link_sent = "We sent a link to {email}.".format
reverted = "Your email is {email} again. We signed out every device and sent you a link to set a new password.".format


def devices_signed_out(*, number: int) -> str:
    return f"We signed out {number} other device{'' if number == 1 else 's'}."


token_days = "A token is valid for 1 to {most} days.".format


def tables_in_mail(*, tables: Sequence[str]) -> str:
    """Return the part of the mail about a closed account that names the tables that stay booked."""
    if not tables:
        return "Your booked tables stay booked. "
    return "These tables stay booked:\n\n" + "".join(f"- {table}\n" for table in tables) + "\n"


def closed(*, tables: Sequence[str]) -> str:
    """Return the answer to a closed account; `tables` are the ones that stay booked."""
    if not tables:
        return CLOSED
    more = len(tables) - MOST_TABLES
    named = "; ".join(tables[:MOST_TABLES]) + (f"; and {more} more" if more > 0 else "")
    return f"{CLOSED} {'This table stays' if len(tables) == 1 else 'These tables stay'} booked: {named}."
