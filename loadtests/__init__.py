"""What drives and judges Tablehawk from outside: the platforms' stand-in, and later the load scenarios."""
