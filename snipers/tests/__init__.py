"""What the sniper tower's tests share: a backend for each store, the platform simulator, and its control."""
