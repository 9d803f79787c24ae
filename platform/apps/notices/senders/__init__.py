"""Senders of rendered messages: e-mail with Django; texts with Twilio or into files."""
