"""What both towers ask of their environment variables: safe values in a deployment, one reading of DATABASE_URL."""
