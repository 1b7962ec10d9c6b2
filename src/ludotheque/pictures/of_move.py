"""Pictures of what a move leads to: once it is made, or before, with what is asked on the way."""

from typing import Any

from ludotheque.games import AnyGame
from ludotheque.pictures.naming import Names
from ludotheque.pictures.picture import Picture, PreviewSeen, picture_of, preview_from
from ludotheque.pictures.telling import briefly, questions_of, sentences
from ludotheque.position import View
from ludotheque.scene import Scene
from ludotheque.words import Words


def picture_after(
    game: AnyGame, scene: Scene, names: Names, before: View[Any], move: object, words: Words
) -> Picture:
    """Return the picture of *scene*, to which *move* has led from *before*, with its words."""
    told, brief = sentences(game, before, move, words), briefly(game, move, words)
    return picture_of(scene, names, told=told, brief=brief)


def preview_of(
    game: AnyGame, scene: Scene, names: Names, before: View[Any], move: object, words: Words
) -> PreviewSeen:
    """Return the picture of *scene*, to which *move* leads, and what is asked on the way there."""
    shown = picture_after(game, scene, names, before, move, words)
    return preview_from(shown, questions_of(game, before, move, words))
