"""Pushes events to browsers: Socket.IO over a Django Channels consumer.

This package imports no other package of the product.
"""
