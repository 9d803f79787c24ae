"""The local stack: one process starts, supervises and stops every part of Tablehawk on one machine.

It manages processes, ports, the state folder and the environment of the parts. It imports neither Django nor Ray nor
any other folder of the project.
"""
