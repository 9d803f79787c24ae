"""The date and time formats of the admin."""
