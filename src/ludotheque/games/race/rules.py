"""The rules of the turtle race (docs/rulings.md, 2), and what a seat may know (`seen_by`)."""

from dataclasses import dataclass, field
from functools import cache
from itertools import chain, compress
from random import Random
from typing import Final, Self

from ludotheque.errors import N_, IllegalMove
from ludotheque.games import Options
from ludotheque.games.race import notation
from ludotheque.games.race.cards import (
    CARD_TO_COME,
    CARDS,
    FACE_DOWN,
    HIDDEN_CARD,
    LAST,
    NO_CARDS,
    NUMBER,
    STEPS,
    SUIT,
    TO_COME,
    TURTLES,
    Counts,
    Hand,
    changed,
    listed,
)
from ludotheque.games.race.layout import Layout, Variant
from ludotheque.games.race.material import PRINTED, Material, orders
from ludotheque.games.race.notation import Deal, Move, Play
from ludotheque.games.race.track import START, moved, plays, rearmost, side_by_side
from ludotheque.position import CHANCE, Seat, not_a_text

TILE_DEALS: Final = tuple(Deal(turtle) for turtle in TURTLES)
CARD_DEALS: Final = tuple(Deal(card) for card in CARDS)
"""Every deal there is, made once."""


@cache
def order_deals(turtles: str) -> tuple[Deal, ...]:
    """Return the deals of the order in which *turtles* stand on the start."""
    return tuple(Deal(order) for order in orders(turtles))


@dataclass(frozen=True, repr=False)
class Race(Layout):
    """A position of the turtle race.

    While chance deals, the track's order comes first, then the tiles, then the cards, each in seat
    order. The seat after the last to be dealt a card plays next; in diagrams, seats without a card
    are passed over.
    """

    pile: Counts = field(compare=False, repr=False)
    """What is left of the deck: it follows from the rest, and is kept because chance needs it."""

    @classmethod
    def opening(cls, seats: int, options: Options, material: Material = PRINTED) -> Self:
        """Return the table before anything is dealt."""
        variant = Variant(**options)
        turtles = material.turtles if variant.loose else material.no_order
        return cls(
            track=(turtles, *[""] * (material.squares - 1)),
            turn=None,
            tiles=TO_COME * seats,
            hands=((CARD_TO_COME,) * material.hand,) * seats,
            discards=NO_CARDS,
            variant=variant,
            pile=material.deck,
            material=material,
        )

    @classmethod
    def read(cls, text: str, options: Options, material: Material = PRINTED) -> Self:
        """Return the position that *text* describes, or raise BadPosition."""
        variant = Variant(**options)
        fields = _read(text, variant, material)
        pile = _unseen(fields.hands, fields.discards, material.deck)
        return cls(*fields, variant, pile, material=material)

    def moves(self) -> tuple[Move, ...]:
        """Return the legal moves: plays by card and turtle, or deals in the order of their kind."""
        if self.track[-1]:
            return ()
        turtles = self.material.turtles
        if self.turn is not None:
            return plays(self.hands[self.turn], self.track, turtles)
        if self._lacks_order:
            return order_deals(turtles)
        if TO_COME in self.tiles:
            tiles = TILE_DEALS[: len(turtles)]
            return tuple(deal for deal in tiles if deal.what not in self.tiles)
        return tuple(compress(CARD_DEALS, self._heap))

    def odds(self) -> tuple[int, ...]:
        """Return how many ways there are to each deal: the copies of a card, else one."""
        if self.to_move is not CHANCE:
            return ()
        if self._lacks_order or TO_COME in self.tiles:
            return (1,) * len(self.moves())
        return tuple(filter(None, self._heap))

    def after(self, move: Move) -> Self:
        """Return the position after *move*; a game that ends draws no card (2, End)."""
        if isinstance(move, str):
            raise not_a_text(move)
        if isinstance(move, Deal) or self.turn is None:
            return self._dealt(str(move))
        return self._played(self.turn, move)

    def _played(self, seat: Seat, play: Play) -> Self:
        card, turtle = play
        track = self.track
        if turtle:
            track = moved(track, turtle, STEPS[card], loose=self.variant.loose)
        over = bool(track[-1])
        hand = self.hands[seat]
        place = hand.index(card)
        rest = hand[:place] + hand[place + 1 :]
        return type(self)(
            track,
            seat if over else None,
            self.tiles,
            _with_hand(self.hands, seat, rest if over else (*rest, CARD_TO_COME)),
            changed(self.discards, card, 1),
            self.variant,
            self.pile,
            material=self.material,
        )

    def _dealt(self, what: str) -> Self:
        track, tiles, hands, discards, pile = (
            self.track,
            self.tiles,
            self.hands,
            self.discards,
            self.pile,
        )
        turn = None
        if self._lacks_order:
            track = (what, *track[1:])
        elif TO_COME in tiles:
            tiles = tiles.replace(TO_COME, what, 1)
        else:
            card, seat = NUMBER[what], self._receiver
            hands = _with_hand(hands, seat, tuple(sorted((*hands[seat][:-1], card))))
            if not any(pile):  # 2.5
                pile, discards = discards, NO_CARDS
            pile = changed(pile, card, -1)
            if not any(CARD_TO_COME in hand for hand in hands):
                turn = _next_with_a_card(hands, seat)
        return type(self)(
            track, turn, tiles, hands, discards, self.variant, pile, material=self.material
        )

    @property
    def _lacks_order(self) -> bool:
        """Whether the order of the turtles on the start is still to be drawn."""
        return TO_COME in self.track[START]

    @property
    def _heap(self) -> Counts:
        """Where the next card comes from: the pile, or else the discards, shuffled (2.5)."""
        return self.pile if any(self.pile) else self.discards

    @property
    def _receiver(self) -> Seat:
        """The seat that the next card is dealt to."""
        return next(seat for seat, hand in enumerate(self.hands) if CARD_TO_COME in hand)

    def witnessed_by(self, seat: Seat | None) -> bool:
        """Return whether *seat* learns which move is made here: tiles and cards come face down."""
        if self.to_move is not CHANCE or self._lacks_order:
            return True
        if TO_COME in self.tiles:
            return self.variant.tiles == "open" or seat == self.tiles.index(TO_COME)
        return seat == self._receiver

    def seen_by(self, seat: Seat | None) -> "RaceView":
        """Return what *seat* may know: of others' tiles and cards only that they lie there."""
        over = bool(self.track[-1])
        tiles_shown = over or self.variant.tiles == "open"
        return RaceView(
            track=self.track,
            turn=self.turn,
            tiles="".join(
                tile if tile == TO_COME or tiles_shown or owner == seat else FACE_DOWN
                for owner, tile in enumerate(self.tiles)
            ),
            hands=tuple(
                hand if over or owner == seat else _backs(hand)
                for owner, hand in enumerate(self.hands)
            ),
            discards=self.discards,
            variant=self.variant,
            viewer=seat,
            material=self.material,
        )

    def imagined(self, rng: Random) -> Self:  # noqa: ARG002 - nothing is left to chance
        """Return the position itself: who sees everything has nothing to imagine."""
        return self


@dataclass(frozen=True, repr=False)
class RaceView(Layout):
    """What one seat, or a spectator, may know of a position; after the end, all of it."""

    viewer: Seat | None

    @classmethod
    def read(cls, text: str, options: Options, seat: Seat, material: Material = PRINTED) -> Self:
        """Return the view of *seat* that *text* describes, or raise BadPosition."""
        variant = Variant(**options)
        fields = _read(text, variant, material, covered=True)
        return cls(*fields, variant, seat, material=material)

    def moves(self) -> tuple[Play, ...]:
        """Return what the viewer may play; nothing when it is not the viewer's turn."""
        if self.viewer is None or self.to_move != self.viewer:
            return ()
        return plays(self.hands[self.viewer], self.track, self.material.turtles)

    def imagined(self, rng: Random) -> Race:
        """Return a position with all that lies face down dealt anew, each deal equally likely.

        It goes by what lies on the table now. What a seat may remember besides, such as who has
        drawn since the discards were shuffled, is for a player's own belief.
        """
        material = self.material
        unseen_tiles = [turtle for turtle in material.turtles if turtle not in self.tiles]
        tiles = iter(rng.sample(unseen_tiles, self.tiles.count(FACE_DOWN)))
        unseen = listed(_unseen(self.hands, self.discards, material.deck))
        hidden = sum(hand.count(HIDDEN_CARD) for hand in self.hands)
        cards = iter(rng.sample(unseen, hidden))
        hands = tuple(
            tuple(sorted(next(cards) if card == HIDDEN_CARD else card for card in hand))
            for hand in self.hands
        )
        return Race(
            self.track,
            self.turn,
            "".join(next(tiles) if tile == FACE_DOWN else tile for tile in self.tiles),
            hands,
            self.discards,
            self.variant,
            _unseen(hands, self.discards, material.deck),
            material=material,
        )


def _read(
    text: str, variant: Variant, material: Material, *, covered: bool = False
) -> notation.Fields:
    """Return what *text* describes, turtles that stand side by side in their order."""
    fields = notation.read_position(text, loose=variant.loose, covered=covered, material=material)
    if not variant.loose:
        return fields
    return fields._replace(track=(side_by_side(fields.track[START]), *fields.track[1:]))


def _with_hand(hands: tuple[Hand, ...], seat: Seat, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _backs(hand: Hand) -> Hand:
    """Return what others see of *hand*."""
    return tuple(card if card == CARD_TO_COME else HIDDEN_CARD for card in hand)


def _next_with_a_card(hands: tuple[Hand, ...], seat: Seat) -> Seat:
    """Return who plays after *seat*."""
    following = chain(range(seat + 1, len(hands)), range(seat + 1))
    return next(follower for follower in following if hands[follower])


def _unseen(hands: tuple[Hand, ...], discards: Counts, deck: Counts) -> Counts:
    """Return what is left of the *deck* without the discards and the cards seen in *hands*."""
    left = [copies - gone for copies, gone in zip(deck, discards, strict=True)]
    for hand in hands:
        for card in hand:
            if card < len(deck):
                left[card] -= 1
    return tuple(left)


def read_move(text: str, position: Race) -> Move:
    """Return the legal move that *text* names; raise BadMove or IllegalMove, saying why."""
    if position.to_move is CHANCE:
        deal = notation.read_deal(text, position.material.turtles)
        if deal not in position.moves():
            # Why not, or what else, would tell which cards and tiles lie face down.
            raise IllegalMove(N_("move “{move}”: this cannot be dealt now"), move=deal)
        return deal
    play = notation.read_play(text)
    if play not in position.moves():
        raise _refusal(play, position)
    return play


OVER: Final = N_("move “{move}”: the game is over")


def _idle(position: Race | RaceView) -> str | None:
    """Return why whoever looks at *position* can play nothing whatever they hold, if it is so."""
    if position.track[-1]:
        return OVER
    if isinstance(position, RaceView) and position.viewer != position.turn:
        return N_("move “{move}”: it is another seat’s turn")
    return None


def _refusal(play: Play, position: Race) -> IllegalMove:
    """Return the first rule that *play* breaks, for the player who tried it."""
    seat, track = position.turn, position.track
    idle = _idle(position)
    if seat is None or idle is not None:
        return IllegalMove(idle or OVER, move=play)
    hand = position.hands[seat]
    if play.card not in hand:
        return IllegalMove(
            N_("move “{move}”: the card {card} is not in your hand"),
            move=play,
            card=CARDS[play.card],
        )
    legal = plays(hand, track, position.material.turtles)
    if not play.turtle:
        return IllegalMove(
            N_("move “{move}”: a card can be played, so one must be (2.6), for example {example}"),
            move=play,
            example=legal[0],
        )
    if not legal[0].turtle:
        return IllegalMove(
            N_("move “{move}”: none of your cards can be played, discard one (2.6): {moves}"),
            move=play,
            moves=" ".join(map(str, legal)),
        )
    if SUIT[play.card] == LAST:
        return IllegalMove(
            N_("move “{move}”: the turtle must be on the rearmost square (2.1): {turtles}"),
            move=play,
            turtles=" ".join(rearmost(track)),
        )
    return IllegalMove(
        N_("move “{move}”: the turtle {turtle} is on the start and cannot go back (2.4)"),
        move=play,
        turtle=play.turtle,
    )
