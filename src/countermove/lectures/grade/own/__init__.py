"""Grade a search on the student's own game: find the rules in the file, explore them, compare with the textbook."""

from countermove.lectures.grade.own.judge import grade_own

__all__ = ["grade_own"]
