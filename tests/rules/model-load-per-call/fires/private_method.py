import daft
import spacy


@daft.cls
class Entities:
    def _nlp(self):
        return spacy.load("en_core_web_sm")

    def __call__(self, text: str) -> int:
        return len(self._nlp()(text).ents)  # expect
