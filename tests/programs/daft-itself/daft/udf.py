def cls(made_of=None, *, max_concurrency=None):
    return made_of


class method:
    @staticmethod
    def batch(return_dtype, batch_size):
        return lambda function: function
