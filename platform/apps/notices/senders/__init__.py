"""How a written message leaves: e-mail through Django, texts through Twilio or into files."""
