# In place of docker.io/library/node where no registry answers: Node from its Python package.
ARG PYTHON_IMAGE=localhost/python-substitute
FROM ${PYTHON_IMAGE}
COPY requirements/node.txt /node.txt
RUN python3 -m venv /opt/node && /opt/node/bin/pip install --no-cache-dir --require-hashes -r /node.txt
ENV PATH=/opt/node/bin:$PATH
