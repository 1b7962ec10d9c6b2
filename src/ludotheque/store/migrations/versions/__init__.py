"""One file a version, never changed once it has been released."""
