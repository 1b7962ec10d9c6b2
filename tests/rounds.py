"""A round of a game over the wire: once everyone has moved, giving up has a result."""

from waiting import wait_until


def asking(visitor):
    """Return how to ask the house something as *visitor*, a client of httpx."""
    return lambda method, path, body=None: visitor.request(method, path, json=body).json()


def everyone_moves(table, *asks):
    """Let all at *table* move until each has; *asks* are the people, computers need none."""
    ask = asks[0]
    seats = len(ask("GET", f"/api/tables/{table}")["table"]["seating"])

    def moved():
        for own in asks:
            now = own("GET", f"/api/tables/{table}/moves")
            if now["moves"]:
                deed = {"type": "move", "id": f"round-{now['turn']}", "turn": now["turn"]}
                own("POST", f"/api/tables/{table}/deeds", {**deed, "move": now["moves"][0]})
        events = ask("GET", f"/api/tables/{table}/record.json")["events"]
        return len({event["seat"] for event in events if event["type"] == "move"}) == seats

    wait_until(moved)
