# The web tower: REST, pages, sockets, loops and jobs are one image with different commands (k8s/base). Build it from
# the project's folder:
#   buildah bud -f k8s/images/web.Dockerfile -t tablehawk/web:dev .
#   buildah bud -f k8s/images/web.Dockerfile -t tablehawk/simulator:dev --target simulator .
# The bases are arguments, so that a build without a registry can replace them (python -m k8s.policy images).
ARG PYTHON_IMAGE=docker.io/library/python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

FROM ${NODE_IMAGE} AS pages
WORKDIR /build
# Packages first: they change less often than sources.
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --no-audit --no-fund --omit=dev
COPY frontend/ ./
RUN npm run build

FROM ${PYTHON_IMAGE} AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python3 -m venv /opt/venv
COPY requirements/image-web.txt /requirements.txt
# Compiled here, because the root file system is read-only at run time.
RUN /opt/venv/bin/pip install --require-hashes --no-deps --compile -r /requirements.txt
COPY k8s/images/prune.py k8s/images/web.unused /
RUN python3 /prune.py /opt/venv/lib/python3*/site-packages /web.unused

# One layer with only what runs: no package manager, no installer, no program that becomes root.
FROM ${PYTHON_IMAGE} AS system
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tablehawk
COPY k8s/images/prune.py k8s/images/base.unused /
# Some bases come without Python's bytecode, which a read-only root cannot get later.
RUN python3 /prune.py / /base.unused && rm /prune.py /base.unused \
    && python3 -m compileall -q "$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')"

FROM scratch AS base
# hadolint ignore=DL3067
COPY --from=system / /
LABEL org.opencontainers.image.source=https://git.example/tablehawk \
    org.opencontainers.image.licenses=MIT
ENV PATH=/opt/venv/bin:/usr/local/bin:/usr/bin:/bin \
    LANG=C.UTF-8 \
    PYTHONPATH=/app/platform:/app \
    PYTHONUNBUFFERED=1 \
    HOME=/tmp
WORKDIR /app

FROM ${PYTHON_IMAGE} AS simulator-packages
COPY requirements/image-simulator.txt /requirements.txt
RUN python3 -m venv /opt/venv \
    && /opt/venv/bin/pip install --no-cache-dir --require-hashes --no-deps --compile -r /requirements.txt

FROM base AS simulator
LABEL org.opencontainers.image.title=tablehawk-simulator
COPY --from=simulator-packages /opt/venv /opt/venv
COPY loadtests/__init__.py loadtests/
COPY loadtests/simulator/ loadtests/simulator/
RUN python3 -m compileall -q /app
USER 10001:10001
CMD ["python", "-m", "loadtests.simulator"]

FROM base AS web
LABEL org.opencontainers.image.title=tablehawk-web
COPY --from=packages /opt/venv /opt/venv
# Only the packages of the sniper tower that the web tower may import (.importlinter).
COPY snipers/__init__.py snipers/
COPY snipers/domain/ snipers/domain/
COPY snipers/clients/ snipers/clients/
COPY snipers/environment/ snipers/environment/
COPY snipers/telemetry/ snipers/telemetry/
# What the admin API runs: the operators' reads and changes, and their statements.
COPY snipers/store/ snipers/store/
COPY snipers/ops/ snipers/ops/
COPY realtime/ realtime/
COPY platform/manage.py platform/
COPY platform/config/ platform/config/
COPY platform/apps/ platform/apps/
COPY platform/server/ platform/server/
COPY --from=pages /build/dist/ frontend/dist/
COPY VERSION ./
RUN python3 -m compileall -q /app
USER 10001:10001
EXPOSE 8000
CMD ["python", "-m", "server.serve", "--host", "0.0.0.0", "--port", "8000"]
