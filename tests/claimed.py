"""Claims: those that are nearly right, which a checker must refuse, and how they are said."""

from ludotheque.errors import Phrase
from ludotheque.games import Claim, Slip, Told
from ludotheque.words import Words, languages


def slip_of(game, before, move, best, answer, **options):
    """Return a slip of an open game from texts, lines as moves with spaces between them."""
    position = game.position(before, **options)
    lines = (tuple(best.split()), tuple(answer.split()))
    return Slip(position, game.move(move, position), *lines)


def nearly(claim, phrases, others):
    """Yield *claim* made wrong in every way, where *others* are told of the same mistake."""
    yield from altered(claim, phrases)
    yield from misplaced(claim)
    yield from reworded(claim, others)


def altered(claim, phrases):
    """Yield *claim* with each of the facts that its sentences say made wrong, one at a time.

    A phrase becomes the other one of *phrases*, a number one more, a text one that ends otherwise.
    """
    for place, told in enumerate(claim.told):
        for name, fact in told.facts.items():
            if f"{{{name}}}" not in told.message:
                continue
            if isinstance(fact, Phrase):
                wrong = next(phrase for phrase in phrases if phrase != fact)
            elif isinstance(fact, int):
                wrong = fact + 1
            else:
                wrong = fact[:-1] + ("1" if fact[-1] != "1" else "2")
            facts = {**told.facts, name: wrong}
            sentences = [*claim.told]
            sentences[place] = Told(told.message, facts)
            yield claim._replace(told=tuple(sentences))


def misplaced(claim):
    """Yield *claim* with its line cut short, made longer, or shown from the other position."""
    yield claim._replace(line=claim.line[:-1])
    yield claim._replace(line=(*claim.line, claim.line[-1]))
    yield claim._replace(instead=not claim.instead)


def reworded(claim, others):
    """Yield *claim* with the sentences of *others*, about the same facts."""
    for other in others:
        if [told.message for told in other.told] != [told.message for told in claim.told]:
            yield Claim(claim.kind, other.told, claim.line, claim.instead, claim.spots)


def assert_said_whole(claim):
    """Hold a claim to saying something of its own in every language, with no fact left out."""
    said = {
        lang: " ".join(Words(lang).say(told.message, **told.facts) for told in claim.told)
        for lang in languages()
    }
    assert len({*said.values()}) == len(said)
    assert not any({*"{}"} & {*sentence} for sentence in said.values())
