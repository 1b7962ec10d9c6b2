"""UGI, the Universal Game Interface: how engines and those who use them talk in lines of text.

It is UCI without the chess. `docs/arena.md` has the dialect of the house: the game is an option,
positions have blanks in them, and where something is hidden an engine is told what its seat may
know and nothing else.
"""

from ludotheque.ugi.asking import EngineFailed, EngineSession, analyse, engine
from ludotheque.ugi.client import FAULTS, Engine, EngineFault
from ludotheque.ugi.server import Server

__all__ = [
    "FAULTS",
    "Engine",
    "EngineFailed",
    "EngineFault",
    "EngineSession",
    "Server",
    "analyse",
    "engine",
]
