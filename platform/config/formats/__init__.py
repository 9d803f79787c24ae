"""How the admin writes days and times."""
