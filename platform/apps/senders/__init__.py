"""Senders of rendered messages, one module for each provider: e-mail, text messages (Twilio, or files), Web Push, chat
apps."""
