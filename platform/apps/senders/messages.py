"""The sentences about servers that users choose."""

from typing import Final

# By the faults of rules/hosts.py.
HOST_FAULTS: Final = {
    "form": "Enter an address that begins with https://.",
    "internal": "This address leads into a private network. Use a public server.",
    "unknown": "We can't find this server. Check its name.",
    "port": "We can reach servers on port 443 only. Leave the port out.",
}
