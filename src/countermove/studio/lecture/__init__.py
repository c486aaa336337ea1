"""The lectures, tree editor, quizzes and predictions."""
