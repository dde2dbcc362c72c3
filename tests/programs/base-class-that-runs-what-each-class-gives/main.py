from jobs import Called

Called().run()
