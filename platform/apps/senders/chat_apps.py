"""Sends messages to chat apps with apprise. Only this module imports apprise.

It uses the plugins directly, because apprise's registry would load all 190 plugins. Their HTTP calls go through
outbound.py. Apprise logs addresses, so its log is switched off (server/logs.py).
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final
from urllib.parse import urlsplit

from apprise import AppriseAsset
from apprise.plugins import discord, ntfy, pushover, slack, telegram

from . import outbound
from .base import Answer, ChatMessage, Verdict

for _plugin in (discord, ntfy, pushover, slack, telegram):
    vars(_plugin)["requests"] = outbound.GuardedRequests

ASSET: Final = AppriseAsset(app_id="Tablehawk", app_desc="Tablehawk", async_mode=False, http_redirects=False)


def send(message: ChatMessage) -> Answer:
    """Send one message to a chat app of rules/chat_apps.py. Failures are returned as answers, not raised.

    After a 5xx status or a broken connection the outcome is unknown.
    """
    plugin = _PLUGINS[message.app](json.loads(message.address))
    # The plugin sleeps between calls of one object, and for as long as an answer demands. The worker repeats a message
    # later instead.
    plugin.throttle = _never_sleep
    with outbound.exchange() as watched:
        sent = plugin.send(title=message.title, body=f"{message.body}\n{message.link}".strip())
    return Answer(verdict=Verdict.SENT) if sent else watched.failure()


def _never_sleep(**_: Any) -> None:
    """Replace a plugin's throttle()."""


def _ntfy(address: Mapping[str, str]) -> Any:
    server = urlsplit(address["server"])
    plugin: Any = ntfy.NotifyNtfy
    return plugin(
        targets=[address["topic"]],
        mode=ntfy.NtfyMode.PRIVATE,
        host=server.hostname,
        port=server.port,
        secure=server.scheme == "https",
        token=address.get("token"),
        auth=ntfy.NtfyAuth.TOKEN if address.get("token") else ntfy.NtfyAuth.BASIC,
        include_image=False,
        asset=ASSET,
    )


def _telegram(address: Mapping[str, str]) -> Any:
    plugin: Any = telegram.NotifyTelegram
    return plugin(
        bot_token=address["token"], targets=[address["chat"]], detect_owner=False, include_image=False, asset=ASSET
    )


def _discord(address: Mapping[str, str]) -> Any:
    number, token = address["webhook"].split("/")[-2:]
    plugin: Any = discord.NotifyDiscord
    return plugin(webhook_id=number, webhook_token=token, avatar=False, asset=ASSET)


def _pushover(address: Mapping[str, str]) -> Any:
    plugin: Any = pushover.NotifyPushover
    return plugin(user_key=address["user"], token=address["token"], asset=ASSET)


def _slack(address: Mapping[str, str]) -> Any:
    a, b, c = address["webhook"].split("/")[-3:]
    plugin: Any = slack.NotifySlack
    return plugin(token_a=a, token_b=b, token_c=c, include_image=False, asset=ASSET)


_PLUGINS: Final[dict[str, Callable[[Mapping[str, str]], Any]]] = {
    "ntfy": _ntfy,
    "telegram": _telegram,
    "discord": _discord,
    "pushover": _pushover,
    "slack": _slack,
}
