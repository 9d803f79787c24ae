"""Pushes what happened to the browser: Socket.IO over a Django Channels consumer. Imports nothing of ours."""
