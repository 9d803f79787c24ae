"""The simulator's tests: over real sockets on ports that the system chooses, and of pure rules."""
