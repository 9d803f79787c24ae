"""The local stack: one process starts, supervises and stops every part of Tablehawk on one machine.

This package manages processes, ports, the state folder and the environment variables of the parts. A part is one
program, such as PostgreSQL or a web process. The package imports neither Django nor Ray. From the
other folders of the project it imports only the back-off formula (snipers.domain.backoff).
"""
