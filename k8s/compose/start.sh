#!/bin/sh
# Starts a program of compose.yaml: `sh start.sh PROGRAM ARGUMENTS...`. In development it first sets the variables of the
# demo: the simulator's addresses, and the secrets that the service `secrets` has made. Deployments get theirs from .env.
set -eu
if [ "${TABLEHAWK_ENV:-}" = development ]; then
    set -a
    . "$(dirname "$0")/demo.env"
    . "${SECRETS_FILE:-/secrets/env}"
    set +a
fi
exec "$@"
