"""A guest is an account; a name and a password come later, and change nothing else."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from itertools import permutations

import pytest
from sqlalchemy import func, select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludotheque.server.api.socket import LOGGED_OUT
from ludotheque.server.rates import RATES
from ludotheque.store.people import People
from ludotheque.store.schema import PEOPLE, SEATS_TAKEN
from rounds import asking, everyone_moves
from server.doors import open_doors
from waiting import PATIENCE, wait_until

PASSWORD = "three dull green turtles"  # noqa: S105 - the tests' own
COOKIE = "ludotheque"


@pytest.fixture(scope="module")
def doors(tmp_path_factory):
    with open_doors(tmp_path_factory.mktemp("house")) as doors:
        yield doors


def open_table(visitor):
    answer = visitor.post("/api/tables", json={"game": "hops", "chairs": ["me", "open"]})
    return answer.json()["id"]


def my_tables(visitor):
    return [table["id"] for table in visitor.get("/api/me/tables").json()["tables"]]


def register(visitor, name):
    return visitor.post("/api/me/password", json={"name": name, "password": PASSWORD})


def login(visitor, name, password=PASSWORD):
    return visitor.post("/api/login", json={"name": name, "password": password})


def test_looking_makes_no_guest_and_doing_makes_one(doors):
    with doors.visitor() as visitor:
        for page in ("/api/me", "/api/games", "/api/tables", "/api/me/tables"):
            assert "set-cookie" not in visitor.get(page).headers
        assert visitor.get("/api/me").json()["name"] is None
        open_table(visitor)
        assert visitor.get("/api/me").json()["name"].startswith("Guest ")


def test_a_guest_is_one_and_the_same_from_then_on(doors):
    with doors.visitor() as visitor:
        tables = [open_table(visitor) for _ in range(3)]
        assert my_tables(visitor) == tables[::-1]


def test_a_refused_deed_still_hands_the_guest_their_cookie(doors):
    with doors.visitor() as visitor:
        refused = visitor.post("/api/tables", json={"game": "chess", "chairs": ["me"]})
        assert refused.status_code == 404
        assert COOKIE in visitor.cookies


def test_the_cookie_is_for_the_house_alone(doors):
    with doors.visitor() as visitor:
        answer = visitor.post("/api/tables", json={"game": "hops", "chairs": ["me", "open"]})
        cookie = answer.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(cookie.split("; "))
        assert "Secure" not in cookie


def test_a_forged_cookie_is_nobodys(doors):
    with doors.visitor() as visitor:
        open_table(visitor)
        value = visitor.cookies[COOKIE]
        said, _, seal = value.rpartition(".")
        # Not the last letter of the seal: its last two bits say nothing, whatever they are.
        other = f"{said}.{'AB'[seal.startswith('A')]}{seal[1:]}"
        for forged in (value[:-1], other, f"x.{seal}", said, "x", "", value[1:]):
            with doors.visitor(cookie=f"{COOKIE}={forged}") as thief:
                assert thief.get("/api/me").json()["name"] is None


def test_a_name_and_a_password_keep_the_games_and_open_the_door_elsewhere(doors):
    with doors.visitor() as visitor, doors.visitor() as elsewhere:
        table = open_table(visitor)
        me = register(visitor, "Ana Keeps").json()
        assert (me["name"], me["account"]) == ("Ana Keeps", True)
        assert my_tables(visitor) == [table]
        assert login(elsewhere, "ana KEEPS").status_code == 200
        assert my_tables(elsewhere) == [table]


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(doors):
    with doors.visitor() as visitor:
        register(visitor, "Ben Alike")
        with doors.visitor() as other:
            wrong = login(other, "Ben Alike", "not the password")
            unknown = login(other, "Nobody At All", "not the password")
            unspeakable = login(other, "a\u202eb", "not the password")
        assert wrong.status_code == 401
        assert wrong.content == unknown.content == unspeakable.content


def test_a_name_is_taken_once_however_it_is_spelt(doors):
    with doors.visitor() as first, doors.visitor() as second:
        register(first, "Cleo Once")
        taken = register(second, "CLEO once")
        assert (taken.status_code, taken.json()["code"]) == (409, "people/name")
        # Nor may a guest be shown by it.
        shown = second.patch("/api/me", json={"name": "cleo Once"})
        assert shown.status_code == 409


@pytest.mark.parametrize("name", ["", "  ", "a\u0000b", "a\nb", "\u202eevil", "\u200b", "x" * 25])
def test_names_that_cannot_be_shown_are_refused(doors, name):
    with doors.visitor() as visitor:
        assert visitor.patch("/api/me", json={"name": name}).status_code in {409, 422}
        assert register(visitor, name).status_code in {409, 422}


def test_a_new_password_needs_the_old_one_and_ends_other_sessions(doors):
    with doors.visitor() as here, doors.visitor() as there:
        register(here, "Dov Changes")
        login(there, "Dov Changes")
        new = {"password": "another password", "old": "a guess at it"}
        assert here.post("/api/me/password", json=new).status_code == 401
        assert there.get("/api/me").json()["name"] == "Dov Changes"
        new["old"] = PASSWORD
        assert here.post("/api/me/password", json=new).status_code == 200
        assert here.get("/api/me").json()["name"] == "Dov Changes"
        assert there.get("/api/me").json()["name"] is None
        assert login(there, "Dov Changes").status_code == 401
        assert login(there, "Dov Changes", "another password").status_code == 200


def test_logging_out_here_and_everywhere(doors):
    with doors.visitor() as here, doors.visitor() as there:
        register(here, "Eva Leaves")
        login(there, "Eva Leaves")
        assert here.post("/api/logout", json={}).status_code == 204
        assert here.get("/api/me").json()["name"] is None
        assert there.get("/api/me").json()["name"] == "Eva Leaves"
        login(here, "Eva Leaves")
        assert here.post("/api/logout", json={"everywhere": True}).status_code == 204
        assert there.get("/api/me").json()["name"] is None


def test_a_guest_is_warned_before_going_for_good(doors):
    with doors.visitor() as visitor:
        open_table(visitor)
        assert visitor.post("/api/logout", json={}).json()["code"] == "account/guest"
        assert visitor.get("/api/me").json()["name"] is not None
        assert visitor.post("/api/logout", json={"forget": True}).status_code == 204
        assert visitor.get("/api/me").json()["name"] is None


def recovery_token(visitor):
    link = visitor.post("/api/me/recovery").json()["link"]
    address, _, token = link.partition("#")
    assert address.endswith("/recover")
    return token


def test_a_recovery_link_lets_its_holder_in_once(doors):
    with doors.visitor() as owner, doors.visitor() as elsewhere:
        table = open_table(owner)
        register(owner, "Fay Forgets")
        replaced, token = recovery_token(owner), recovery_token(owner)
        use = {"password": "remembered this time"}
        assert elsewhere.post("/api/recovery", json={"token": replaced, **use}).status_code == 410
        assert elsewhere.post("/api/recovery", json={"token": token, **use}).status_code == 200
        assert my_tables(elsewhere) == [table]
        assert owner.get("/api/me").json()["name"] is None  # all other sessions have ended
        assert login(owner, "Fay Forgets", "remembered this time").status_code == 200
        assert elsewhere.post("/api/recovery", json={"token": token, **use}).status_code == 410


def test_a_guest_can_move_to_another_device_by_a_recovery_link(doors):
    with doors.visitor() as owner, doors.visitor() as elsewhere:
        table = open_table(owner)
        use = {"token": recovery_token(owner), "password": "not needed yet"}
        assert elsewhere.post("/api/recovery", json=use).json()["account"] is False
        assert my_tables(elsewhere) == [table]


def dialled(doors, visitor, table):
    """Open a socket as a visitor's browser or program does."""
    address = f"{doors.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    program = "authorization" in visitor.headers
    headers = (
        {"authorization": visitor.headers["authorization"]}
        if program
        else {"cookie": f"{COOKIE}={visitor.cookies[COOKIE]}"}
    )
    origin = None if program else doors.url
    how = {"proxy": None, "open_timeout": PATIENCE, "additional_headers": headers}
    return connect(address, origin=origin, **how)


@contextmanager
def socket_of(doors, visitor, table=None):
    """Open a socket, and wait for its welcome."""
    with dialled(doors, visitor, table or open_table(visitor)) as socket:
        assert json.loads(socket.recv())["type"] == "welcome"
        yield socket


def closed_by(socket):
    """Return the code with which the house closes a socket."""
    try:
        while True:
            socket.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code


def is_open(socket):
    """Return whether the house still answers on a socket."""
    socket.send('{"type": "ping"}')
    while True:
        if json.loads(socket.recv(PATIENCE))["type"] == "pong":
            return True


def test_who_sits_down_bears_the_name_they_have_by_then(doors):
    with doors.visitor() as owner, doors.visitor() as guest:
        table = open_table(owner)
        guest.patch("/api/me", json={"name": "Named Before"})
        with socket_of(doors, guest, table) as socket:
            guest.patch("/api/me", json={"name": "Renamed Meanwhile"})
            socket.send('{"type": "sit", "id": "1"}')
            while json.loads(socket.recv(PATIENCE))["type"] != "done":
                pass
        chairs = owner.get(f"/api/tables/{table}").json()["table"]["chairs"]
        assert chairs[1]["name"] == "Renamed Meanwhile"


def test_logging_out_closes_the_sockets_of_that_browser_alone(doors):
    with doors.visitor() as here, doors.visitor() as there:
        register(here, "Eva Closes")
        login(there, "Eva Closes")
        copied = here.cookies[COOKIE]
        with socket_of(doors, here) as mine, socket_of(doors, there) as other:
            assert here.post("/api/logout", json={}).status_code == 204
            assert closed_by(mine) == LOGGED_OUT
            assert is_open(other)
        with doors.visitor(cookie=f"{COOKIE}={copied}") as thief:
            assert thief.get("/api/me").json()["name"] is None
            refused = thief.post("/api/tables", json={"game": "hops", "chairs": ["me", "open"]})
            assert (refused.status_code, refused.json()["code"]) == (401, "login/needed")
            assert "set-cookie" not in refused.headers


def test_a_new_password_closes_the_sockets_of_all_sessions_and_spares_tokens(doors):
    with doors.visitor() as here, doors.visitor() as there:
        register(here, "Dov Closes")
        login(there, "Dov Closes")
        token = here.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        table = open_table(here)
        with (
            doors.program(token) as program,
            socket_of(doors, here, table) as mine,
            socket_of(doors, there, table) as other,
            socket_of(doors, program, table) as bots,
        ):
            new = {"password": "another password", "old": PASSWORD}
            assert here.post("/api/me/password", json=new).status_code == 200
            assert closed_by(other) == LOGGED_OUT
            assert closed_by(mine) == LOGGED_OUT
            assert is_open(bots)
            with socket_of(doors, here, table):  # the new cookie lets this browser in again
                pass
            with dialled(doors, there, table) as late:
                assert json.loads(late.recv())["code"] == "login/needed"
                assert closed_by(late) == LOGGED_OUT
            ending = {"password": PASSWORD, "old": "another password", "end_tokens": True}
            assert here.post("/api/me/password", json=ending).status_code == 200
            assert closed_by(bots) == LOGGED_OUT
            assert program.get("/api/me").status_code == 401


def test_a_recovery_ends_every_session_and_token(doors):
    with doors.visitor() as owner, doors.visitor() as elsewhere:
        register(owner, "Fay Recovers")
        token = owner.post("/api/me/tokens", json={"label": "bot"}).json()["token"]
        table, link = open_table(owner), recovery_token(owner)
        with (
            doors.program(token) as program,
            socket_of(doors, owner, table) as mine,
            program.stream("GET", f"/api/bot/tables/{table}/stream") as stream,
            program.stream("GET", "/api/bot/events") as events,
        ):
            use = {"token": link, "password": "remembered this time"}
            assert elsewhere.post("/api/recovery", json=use).status_code == 200
            assert closed_by(mine) == LOGGED_OUT
            assert list(stream.iter_lines())  # both end by themselves
            list(events.iter_lines())
            assert program.get("/api/me").status_code == 401
        assert elsewhere.get("/api/me/tokens").json()["tokens"] == []


def test_a_revoked_token_closes_its_sockets(doors):
    with doors.visitor() as owner:
        register(owner, "Gil Revokes")
        made = owner.post("/api/me/tokens", json={"label": "bot"}).json()
        with doors.program(made["token"]) as program, socket_of(doors, program) as socket:
            owner.delete(f"/api/me/tokens/{made['id']}")
            assert closed_by(socket) == LOGGED_OUT


def test_what_another_worker_ends_is_noticed(doors):
    with doors.visitor() as visitor:
        register(visitor, "Hal Elsewhere")
        with socket_of(doors, visitor) as socket:
            doors.store.people.end_sessions(doors.store.people.named("Hal Elsewhere").id)
            assert closed_by(socket) == LOGGED_OUT


def test_whoever_takes_a_name_leaves_the_guests_sessions_behind(doors):
    with doors.visitor() as victim:
        open_table(victim)
        with doors.visitor(cookie=f"{COOKIE}={victim.cookies[COOKIE]}") as planted:
            assert planted.get("/api/me").json()["name"] is not None
            register(victim, "Ivy Named")
            assert planted.get("/api/me").json()["name"] is None


def test_all_that_a_browser_does_at_once_after_its_first_page_is_done_by_one_guest(doors):
    with doors.visitor() as visitor:
        before = people(doors)
        page = visitor.get("/")
        assert COOKIE in page.cookies
        assert "set-cookie" not in visitor.get("/").headers, "and it stays the same"
        assert people(doors) == before, "looking makes nobody"
        with doors.visitor() as another, ThreadPoolExecutor(8) as pool:
            another.cookies.set(COOKIE, visitor.cookies[COOKIE])
            tables = list(pool.map(open_table, [visitor, another] * 8))
        assert sorted(my_tables(visitor)) == sorted(tables)
        assert people(doors) == before + 1


def people(doors):
    """Return how many people the house knows."""
    return doors.store.database.read(lambda c: c.scalar(select(func.count()).select_from(PEOPLE)))


def test_a_page_gives_whoever_was_logged_out_a_fresh_start(doors):
    with doors.visitor() as visitor:
        open_table(visitor)
        doors.store.people.end_sessions(person_of(doors, visitor))
        refused = visitor.post("/api/tables", json={"game": "hops", "chairs": ["me", "open"]})
        assert refused.status_code == 401
        visitor.get("/")
        assert my_tables(visitor) == []
        assert open_table(visitor) == my_tables(visitor)[0]


def person_of(doors, visitor):
    """Return the id of the last to sit down: the only one who has."""
    (table,) = my_tables(visitor)
    its = select(SEATS_TAKEN.c.person_id).where(SEATS_TAKEN.c.table_id == table)
    return doors.store.database.read(lambda c: c.scalar(its))


def test_a_token_plays_but_does_not_open_the_account(doors):
    with doors.visitor() as owner:
        register(owner, "Gil Automates")
        token = owner.post("/api/me/tokens", json={"label": "my bot"}).json()["token"]
        with doors.program(token) as program:
            assert open_table(program) == my_tables(owner)[0]
            for address, body in (
                ("/api/me/password", {"password": "the thief's own", "old": PASSWORD}),
                ("/api/me/tokens", {"label": "another"}),
                ("/api/me/recovery", None),
                ("/api/logout", {"everywhere": True}),
            ):
                assert program.post(address, json=body).status_code == 401, address
            assert program.patch("/api/me", json={"name": "Gil"}).status_code == 401
        listed = owner.get("/api/me/tokens").json()["tokens"]
        assert [entry["label"] for entry in listed] == ["my bot"]
        assert token not in str(listed)


def test_the_language_is_the_readers(doors):
    with doors.visitor(**{"accept-language": "de, fr-CH;q=0.9, en;q=0.5"}) as visitor:
        assert visitor.get("/api/me").json()["lang"] == "fr"
        french = visitor.get("/api/leaderboard/chess").json()["message"]
        assert visitor.patch("/api/me", json={"lang": "en"}).json()["lang"] == "en"
        english = visitor.get("/api/leaderboard/chess").json()["message"]
        assert english.startswith("there is no game “chess”")
        assert french.startswith("il n")
        assert visitor.patch("/api/me", json={"lang": "xx"}).status_code == 422


def test_a_profile_shows_a_name_and_ratings_and_no_id(doors):
    with doors.visitor() as visitor:
        register(visitor, "Hal Public")
        profile = visitor.get("/api/people/hal public")
        assert set(profile.json()) == {"name", "bot", "since", "ratings"}
        person = doors.store.people.named("Hal Public")
        assert person.id not in profile.text
        assert visitor.get("/api/people/Nobody").json()["code"] == "person/unknown"
        assert visitor.get("/api/people/a%00b").status_code == 404


def lost(weak, strong, *, moves):
    """Let *weak* give up a game of Hops against *strong*, once everyone has moved or at once."""
    table = open_table(strong)
    deeds = f"/api/tables/{table}/deeds"
    weak.post(deeds, json={"type": "sit", "id": "s"})
    if moves:
        everyone_moves(table, asking(strong), asking(weak))
    weak.post(deeds, json={"type": "resign", "id": "r"})
    # Wanting to play on waits for the result to be kept.
    strong.post(deeds, json={"type": "again", "id": "a"})
    return strong.get(f"/api/tables/{table}").json()["table"]["match"]["outcome"]["reason"]


def names_ranked(visitor):
    lines = visitor.get("/api/leaderboard/hops").json()["lines"]
    return [line["name"] for line in lines if not line["computer"]]


def test_resigning_thirty_games_at_once_makes_no_rank(doors):
    with doors.visitor() as strong, doors.visitor() as weak:
        register(strong, "Ina Farms")
        register(weak, "Udo Feeds")
        assert {lost(weak, strong, moves=False) for _ in range(30)} == {"aborted"}
        assert strong.get("/api/people/Ina Farms").json()["ratings"] == []
        assert "Ina Farms" not in names_ranked(strong)


def test_games_are_rated_and_ranked(doors):
    with ExitStack() as leaving:
        strong, *weak = [leaving.enter_context(doors.visitor()) for _ in range(4)]
        register(strong, "Ida Wins")
        for number, one in enumerate(weak):
            register(one, f"Jon Loses {number + 2}")
            assert "Ida Wins" not in names_ranked(strong), "whoever has met few is not ranked"
            assert lost(one, strong, moves=True) == "resigned"
        assert names_ranked(strong) == ["Ida Wins"]
        for one, other in permutations(weak, 2):
            lost(one, other, moves=True)
        lines = strong.get("/api/leaderboard/hops").json()["lines"]
        assert len(lines) == 4
        assert lines[0]["name"] == "Ida Wins"
        assert lines[0]["rating"] > lines[1]["rating"]
        (rating,) = strong.get("/api/people/Ida Wins").json()["ratings"]
        assert (rating["game"], rating["games"]) == ("hops", 3)
        assert strong.get("/api/leaderboard/chess").status_code == 404


def test_lists_have_pages(doors):
    with doors.visitor() as visitor:
        tables = [open_table(visitor) for _ in range(5)]
        found, after = [], None
        while True:
            page = visitor.get(
                "/api/me/tables", params={"limit": 2} | ({"after": after} if after else {})
            ).json()
            found += [table["id"] for table in page["tables"]]
            if (after := page["next"]) is None:
                break
        assert found == tables[::-1]


def test_guessing_passwords_is_slowed_down_for_that_name_and_address(tmp_path):
    with open_doors(tmp_path, rates={**RATES, "password": "3/year"}) as doors:
        with doors.visitor() as owner:
            register(owner, "Kit Guarded")
        with doors.visitor() as guesser:
            statuses = [login(guesser, "Kit Guarded", f"guess {n}").status_code for n in range(3)]
            assert statuses == [401, 401, 401]
            late = login(guesser, "KIT guarded")  # right, and too late
            assert (late.status_code, late.json()["code"]) == (429, "limit/rate")
            assert 1 <= int(late.headers["retry-after"]) <= 366 * 86_400
            assert login(guesser, "Someone Else").status_code == 401


def test_another_address_logs_in_next_however_many_register(tmp_path, monkeypatch):
    """Forty who registered from one address held up the login of another for seconds."""
    go_on, begun = threading.Event(), []

    def held(self, *facts):
        begun.append(facts)
        assert go_on.wait(PATIENCE)
        return plain(self, *facts)

    with open_doors(tmp_path, proxies=("127.0.0.1",)) as doors, ExitStack() as opened:
        with doors.visitor() as ana:
            register(ana, "Ana Waits")
        plain = People.register
        monkeypatch.setattr(People, "register", held)
        threads = opened.enter_context(ThreadPoolExecutor(40))
        opened.callback(go_on.set)
        many = [
            threads.submit(register, opened.enter_context(doors.visitor()), f"One of many {n}")
            for n in range(40)
        ]
        line = doors.app.state.door.hashing.next_line()
        wait_until(lambda: line.waiting("127.0.0.1") == 39)
        with doors.visitor(**{"x-forwarded-for": "192.0.2.7"}) as elsewhere:
            assert login(elsewhere, "Ana Waits").status_code == 200
        assert len(begun) == 1, "of one address, one password is hashed at a time"
        go_on.set()
        assert {one.result(PATIENCE).status_code for one in many} == {200}


def test_accounts_are_counted_by_address_as_well(tmp_path):
    with open_doors(tmp_path, rates={**RATES, "account-address": "3/hour"}) as doors:
        answers = []
        for number in range(5):
            with doors.visitor() as guest:
                answers.append(register(guest, f"Counted {number}").status_code)
        assert answers == [200] * 3 + [429] * 2
