"""Pushes events to browsers: Socket.IO over a Django Channels consumer. Imports no other package of the product."""
