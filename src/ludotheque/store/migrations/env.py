"""Alembic's environment: the database changes in the one transaction that `migrate` has begun."""

from alembic import context

from ludotheque.store.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    transactional_ddl=True,
)
context.run_migrations()
