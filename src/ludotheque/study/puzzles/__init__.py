"""Puzzles: positions with one right answer, which is proved."""

from ludotheque.study.puzzles.puzzle import Answer, Played, Puzzle, Task, has_puzzles, shipped

__all__ = ["Answer", "Played", "Puzzle", "Task", "has_puzzles", "shipped"]
