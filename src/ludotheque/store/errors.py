"""Refusals of the store.

LudothequeError
├── BadDatabase             store/database
├── StoreDown               store/down
├── LogBroken               table/broken
├── NameTaken               people/name
└── BackupRefused           store/backup
"""

from ludotheque.errors import LudothequeError


class BadDatabase(LudothequeError):
    """The address of a database is not one, or what is there is not the house's."""

    code = "store/database"


class StoreDown(LudothequeError):
    """The database did not answer for longer than the store's patience.

    Whether what was asked for has been kept is not known: read it again.
    """

    code = "store/down"


class LogBroken(LudothequeError):
    """The log of a table is not as it was written: nobody plays on what may not have happened."""

    code = "table/broken"


class NameTaken(LudothequeError):
    """Someone else goes by that name."""

    code = "people/name"


class BackupRefused(LudothequeError):
    """No copy was made."""

    code = "store/backup"
