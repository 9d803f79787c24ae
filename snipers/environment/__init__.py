"""Checks of environment variables that both towers use."""
