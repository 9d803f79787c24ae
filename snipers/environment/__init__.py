"""Reads and checks environment variables that both towers use."""
