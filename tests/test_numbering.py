"""Numbers of moves, alike wherever moves are listed."""

from ludotheque.match.numbering import move_number


def test_two_players_count_rounds_whoever_began():
    assert [move_number(n, (n - 1) % 2, 2) for n in (1, 2, 3, 4)] == ["1.", "1…", "2.", "2…"]
    assert [move_number(n, n % 2, 2) for n in (1, 2, 3, 4)] == ["1…", "2.", "2…", "3."]


def test_more_players_count_moves():
    assert [move_number(n, (n - 1) % 3, 3) for n in (1, 2, 3, 4)] == ["1.", "2.", "3.", "4."]
