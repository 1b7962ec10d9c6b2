"""The page in a real browser: one for all of these tests, as long as they follow each other."""
