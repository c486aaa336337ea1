"""Practice: seeded quizzes about trees, with answers, explanations, and grading that names the mistake.

Nothing here prints. The terminal, a printed sheet and a page in the browser all use the same two functions.

>>> quiz = make_quiz(3, questions=1, kinds=["pruned"], branching=2, depth=2)
>>> question = quiz.questions[0]
>>> question.tree, question.answer
('[[18,9],[4,2]]', 'g')
>>> grade_answer(question, "none").category
'under-pruning'
"""

from __future__ import annotations

from countermove.lectures.quiz.kinds import KINDS
from countermove.lectures.quiz.make import grade_answer, make_quiz
from countermove.lectures.quiz.question import Feedback, Question, Quiz
from countermove.lectures.quiz.target import TARGETS

__all__ = ["KINDS", "TARGETS", "Feedback", "Question", "Quiz", "grade_answer", "make_quiz"]
