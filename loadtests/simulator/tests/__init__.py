"""The simulator's tests: real sockets on ports that the system chooses, and the pure rules."""
