"""The rulebooks are whole, say the same in every language, and show no illegal move."""

import re

import pytest

from ludotheque.errors import LudothequeError
from ludotheque.games import shelf
from ludotheque.pictures.of_position import drawn
from ludotheque.rulebook import rulebook
from ludotheque.scene import spots_in
from ludotheque.words import Words, languages
from parts import at_home, books, having, named, translated

RECONSTRUCTED = {"en": " (reconstruction)", "fr": " (reconstitution)"}
BOOKS = books(shelf().values())
FIGURES = [
    pytest.param(game, figure, id=f"{game.slug}-{lang}-{figure.number}")
    for game, lang in BOOKS
    for figure in rulebook(game, lang).figures
]
every_book = pytest.mark.parametrize(("game", "lang"), BOOKS, ids=named)
figures = pytest.mark.parametrize(("game", "figure"), FIGURES)


def prose(game, lang):
    return "\n".join(part for part in rulebook(game, lang).parts if isinstance(part, str))


def rule_numbers(game, lang):
    return re.findall(r"^\*\*(\d\.\d)\*\*", prose(game, lang), re.MULTILINE)


@every_book
def test_a_rulebook_has_a_title_and_is_in_its_own_language(game, lang):
    assert rulebook(game, lang).lang == lang
    assert prose(game, lang).startswith("# ")


@pytest.mark.parametrize("game", shelf().values(), ids=named)
def test_whoever_asks_for_another_language_reads_english(game):
    for lang in languages():
        assert rulebook(game, lang).lang == (lang if translated(game, lang) else "en")


@every_book
def test_rules_are_numbered_without_a_gap_and_as_in_english(game, lang):
    numbers = rule_numbers(game, lang)
    assert numbers == sorted(numbers)
    assert [int(number[2:]) for number in numbers] == list(range(1, len(numbers) + 1))
    assert numbers == rule_numbers(game, "en")


@pytest.mark.parametrize(("game", "lang"), books(having("rulings")), ids=named)
def test_every_ruling_that_a_test_names_is_in_the_book(game, lang):
    tests = "".join(file.read_text("utf-8") for file in (game.folder / "tests").glob("*.py"))
    named = set(re.findall(r"^def test_(\d_\d)_", tests, re.MULTILINE))
    assert {number.replace("_", ".") for number in named} == set(rule_numbers(game, lang))


@every_book
def test_every_option_and_value_is_explained(game, lang):
    text = prose(game, lang)
    for name, values in game.options.items():
        assert all(f"`{word}`" in text for word in (name, *values))


@pytest.mark.parametrize(("game", "lang"), books(having("wording")), ids=named)
def test_options_and_values_are_headed_by_the_words_of_the_table_then_by_their_names(game, lang):
    text, words = prose(game, lang), Words(lang)
    default = {"en": ", the default", "fr": ", par défaut"}[lang]

    def place(start, *option, more=""):
        label = words.say(game.called(*option)).removesuffix(RECONSTRUCTED[lang])
        return text.index(f"\n{start}**{label}** (`{option[-1]}`{more})")

    for name, (first, *others) in game.options.items():
        places = [place("", name), place("- ", name, first, more=default)]
        places += [place("- ", name, value) for value in others]
        assert places == sorted(places)


@every_book
def test_figures_are_the_same_in_every_language_but_for_their_captions(game, lang):
    def facts(figure):
        return figure.number, figure.position, figure.options, figure.moves, figure.forbidden

    here, there = rulebook(game, lang).figures, rulebook(game, "en").figures
    assert list(map(facts, here)) == list(map(facts, there))


@pytest.mark.parametrize(
    ("slug", "numbers"),
    [("tortuga", "1 2 3 4 5 6a 6b 7"), ("hops", "1 2 3 4 4b 5 6"), ("race", "1")],
)
def test_the_figures_of_the_rulings_are_all_there(slug, numbers):
    found = {figure.number for figure in rulebook(shelf()[slug], "en").figures}
    assert set(numbers.split()) <= found


@figures
def test_a_figure_shows_only_legal_moves_and_forbids_only_illegal_ones(game, figure):
    position = game.position(figure.position, **figure.options)
    assert str(position) == figure.position
    for move in figure.moves:
        assert game.move(move, position) in position.moves()
    for move in figure.forbidden:
        with pytest.raises(LudothequeError):
            game.move(move, position)
    assert figure.caption.endswith((".", "!"))


@figures
def test_a_figure_can_be_drawn_with_its_arrows(game, figure):
    position = game.position(figure.position, **figure.options)
    shown = drawn(game, position, (), figure.moves, figure.forbidden, figure.caption)
    assert shown.startswith("<svg")
    if figure.result:
        assert drawn(game, position, figure.moves[:1], (), (), figure.caption) != shown
    board = figure.scene(game).board
    if game.path is not None:
        position = game.position(figure.position, **figure.options)
        for move in figure.moves:
            read = game.move(move, position)
            assert spots_in(move, board)[0] == game.path(read)[0]
            assert spots_in(move, board)[-1] == game.path(read)[-1]


@pytest.mark.parametrize("slug", ["tortuga", "hops"])
@pytest.mark.parametrize(("lang", "word"), [("en", "reconstruct"), ("fr", "reconstitu")])
def test_a_start_whose_figure_is_lost_is_said_to_be_a_reconstruction(slug, lang, word):
    assert word in prose(shelf()[slug], lang)


@pytest.mark.parametrize("slug", ["tortuga", "hops"])
@pytest.mark.parametrize("lang", languages())
def test_a_reconstructed_start_is_so_called_under_its_figure_and_where_it_is_chosen(slug, lang):
    game = shelf()[slug]
    captions = {figure.number: figure.caption for figure in rulebook(game, lang).figures}
    assert all(RECONSTRUCTED[lang] in captions[number] for number in ("1", "1b"))
    for value in game.options["start"]:
        assert Words(lang).say(game.called("start", value)).endswith(RECONSTRUCTED[lang])


@pytest.mark.parametrize(("game", "lang"), books(at_home()), ids=named)
def test_the_marks_belong_to_their_owners(game, lang):
    assert {"en": "owners", "fr": "propriétaires"}[lang] in prose(game, lang)
