"""Pure functions for messages: topics, quiet hours, attempts to send, text messages, calendar
files, and the addresses to which messages may be sent.
"""
