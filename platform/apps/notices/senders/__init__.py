"""Senders of rendered messages: e-mail through Django, texts through Twilio or into files."""
