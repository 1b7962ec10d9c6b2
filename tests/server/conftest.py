from servers import postgres, redis  # noqa: F401 - fixtures
