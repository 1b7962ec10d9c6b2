"""Terminal interface: what is drawn, how a move is picked, and an evening of play."""
