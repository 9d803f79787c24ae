"""What drives and judges Tablehawk from outside: the platform simulator, and later the load scenarios."""
