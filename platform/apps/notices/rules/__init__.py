"""Pure functions for messages: fitting a text into one SMS, the time of the next attempt, and the calendar file."""
