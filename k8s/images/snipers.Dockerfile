# The sniper tower: controller, Ray head and Ray workers are one image with different commands. Build it from the
# project's folder:
#   buildah bud -f k8s/images/snipers.Dockerfile -t tablehawk/snipers:dev .
ARG PYTHON_IMAGE=docker.io/library/python:3.11-slim-bookworm@sha256:a36c24f9cbdf4fd0f52d67f0823eeac19c2028c637cecc392d97f980d4fec56b

FROM ${PYTHON_IMAGE} AS packages
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python3 -m venv /opt/venv
COPY requirements/image-snipers.txt /requirements.txt
RUN /opt/venv/bin/pip install --require-hashes --no-deps --compile -r /requirements.txt
COPY k8s/images/prune.py k8s/images/snipers.unused /
RUN python3 /prune.py /opt/venv/lib/python3*/site-packages /snipers.unused

# One layer with only what runs: no package manager, no installer, no program that becomes root.
FROM ${PYTHON_IMAGE} AS system
# KubeRay may start Ray through a login shell, whose PATH is the system's, so `ray` must be on it.
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin tablehawk \
    && ln -s /opt/venv/bin/ray /usr/local/bin/ray
COPY k8s/images/prune.py k8s/images/base.unused /
# Some bases come without Python's bytecode, which a read-only root cannot get later.
RUN python3 /prune.py / /base.unused && rm /prune.py /base.unused \
    && python3 -m compileall -q "$(python3 -c 'import sysconfig; print(sysconfig.get_path("stdlib"))')"

FROM scratch AS snipers
# hadolint ignore=DL3067
COPY --from=system / /
LABEL org.opencontainers.image.title=tablehawk-snipers \
    org.opencontainers.image.source=https://git.example/tablehawk \
    org.opencontainers.image.licenses=MIT
COPY --from=packages /opt/venv /opt/venv
WORKDIR /app
COPY snipers/ snipers/
COPY VERSION ./
RUN python3 -m compileall -q /app
ENV PATH=/opt/venv/bin:/usr/local/bin:/usr/bin:/bin \
    LANG=C.UTF-8 \
    PYTHONPATH=/app \
    PYTHONUNBUFFERED=1 \
    RAY_USAGE_STATS_ENABLED=0 \
    HOME=/tmp
USER 10001:10001
CMD ["python", "-m", "snipers.runtime.main"]
