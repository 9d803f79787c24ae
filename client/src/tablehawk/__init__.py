"""The client of Tablehawk's REST API.

`Client.call` calls an operation of `tablehawk.rest.api`, such as
`client.call(get_request.sync_detailed, group_id=12)`, and returns a model of `tablehawk.rest.models`.
"""

from tablehawk.connection import Client, NoConnection, Refused

__all__ = ["Client", "NoConnection", "Refused"]
