"""The one-machine stack: every part of Tablehawk, started, watched and stopped by one process.

Owns processes, ports, the state folder and the environment handed to the parts. Knows nothing of what the
parts do: it imports neither Django nor Ray nor any other folder of the project.
"""
