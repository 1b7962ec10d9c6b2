"""Tables in memory: decided, written to the log, shown to subscribers, and moved on when due."""
