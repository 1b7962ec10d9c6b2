"""A bot in thirty lines: it makes any legal move, at a table or wherever a chair is free.

LUDOTHEQUE_TOKEN=… python bot.py http://127.0.0.1:8000/t/TABLE   plays a game at that table
LUDOTHEQUE_TOKEN=… python bot.py http://127.0.0.1:8000           plays whoever opens a table
"""

import json
import os
import random
import sys
import threading
import uuid

import httpx

house, _, link = sys.argv[1].partition("/t/")
token = {"Authorization": f"Bearer {os.environ['LUDOTHEQUE_TOKEN']}"}
http = httpx.Client(base_url=house, headers=token, timeout=30)


def lines(path):
    with http.stream("GET", path) as answer:
        answer.raise_for_status()
        yield from (json.loads(line) for line in answer.iter_lines() if line)


def do(table, deed):
    http.post(f"/api/tables/{table}/deeds", json={"type": deed, "id": uuid.uuid4().hex})


def play(table):
    for message in lines(f"/api/bot/tables/{table}/stream"):
        match = message.get("match") or (message.get("table") or {}).get("match")
        if match and match["outcome"]:
            do(table, "again")
            return
        now = http.get(f"/api/tables/{table}/moves").json()  # none unless it is our turn
        if now["moves"]:
            move = {"turn": now["turn"], "move": random.choice(now["moves"])}
            http.post(f"/api/bot/tables/{table}/moves", json=move)


if link:
    do(link, "sit")
    play(link)
else:
    for event in lines("/api/bot/events"):
        if event["type"] == "challenge":
            do(event["table"], "sit")
        elif event["type"] == "gameStart":
            threading.Thread(target=play, args=(event["table"],), daemon=True).start()
