# In place of docker.io/valkey/valkey where no registry answers: the server of the development environment.
ARG PYTHON_IMAGE=localhost/python-substitute
FROM ${PYTHON_IMAGE}
COPY valkey-server valkey-cli /usr/local/bin/
USER 999:999
# As in the official image: passwords are off, and any address may connect.
ENV VALKEY_EXTRA_FLAGS="--protected-mode no"
ENTRYPOINT ["sh", "-c", "case $1 in valkey-server) exec \"$@\" $VALKEY_EXTRA_FLAGS;; *) exec \"$@\";; esac", "sh"]
CMD ["valkey-server"]
