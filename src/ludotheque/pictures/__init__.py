"""Pictures: what a page or a notebook shows of a position, a match, a record, a task, a set-up.

A picture is a value, made for one viewer from what they may know. Nothing here knows a table.
"""

from ludotheque.pictures.aims import AimSeen, aims_of
from ludotheque.pictures.drawing import BackSeen, BoardDrawing, SpotSeen, drawing_of
from ludotheque.pictures.moment import Moment, moment
from ludotheque.pictures.of_match import MoveTold, Showing, past, position_after, preview, story
from ludotheque.pictures.of_position import (
    Line,
    LinePlayed,
    drawn,
    line,
    line_played,
    task_picture,
    task_preview,
    task_reason,
    tried,
)
from ludotheque.pictures.picture import (
    Change,
    DutySeen,
    EndingSeen,
    Picture,
    PreviewSeen,
    QuestionSeen,
    RankedSeen,
    TallySeen,
    change,
)
from ludotheque.pictures.reasons import ReasonSeen, reason_of
from ludotheque.pictures.replay import Ending, Frame, Replay, replayed, replaying
from ludotheque.pictures.secrecy import deals_in_secret, has_luck, has_secrets
from ludotheque.pictures.set_up import (
    Setting,
    SetUp,
    edited,
    editing_of,
    emptied,
    seats_in,
    set_up_by_hand,
    setup_picture,
)
from ludotheque.pictures.way import Step, Way, way_of

__all__ = [
    "AimSeen",
    "BackSeen",
    "BoardDrawing",
    "Change",
    "DutySeen",
    "Ending",
    "EndingSeen",
    "Frame",
    "Line",
    "LinePlayed",
    "Moment",
    "MoveTold",
    "Picture",
    "PreviewSeen",
    "QuestionSeen",
    "RankedSeen",
    "ReasonSeen",
    "Replay",
    "SetUp",
    "Setting",
    "Showing",
    "SpotSeen",
    "Step",
    "TallySeen",
    "Way",
    "aims_of",
    "change",
    "deals_in_secret",
    "drawing_of",
    "drawn",
    "edited",
    "editing_of",
    "emptied",
    "has_luck",
    "has_secrets",
    "line",
    "line_played",
    "moment",
    "past",
    "position_after",
    "preview",
    "reason_of",
    "replayed",
    "replaying",
    "seats_in",
    "set_up_by_hand",
    "setup_picture",
    "story",
    "task_picture",
    "task_preview",
    "task_reason",
    "tried",
    "way_of",
]
