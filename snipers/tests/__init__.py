"""What the sniper tower's tests share: a stage for each store, the platform's stand-in, and its control."""
