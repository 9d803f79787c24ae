"""What the sniper tower's tests share: a stage for each store, the platform simulator, and its control."""
