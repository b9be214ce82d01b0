"""The public names that stand behind words: loaded only where somebody asks for one, because grammars and catalogues cost 0.3 s."""

from __future__ import annotations

from reguli.app.desk import Sentence as Sentence
from reguli.app.desk import WordingDesk as WordingDesk
from reguli.app.meanings import Explained as Explained
from reguli.app.meanings import Meaning as Meaning
from reguli.app.verification.report import Judged as Judged
from reguli.app.verification.report import StatementRow as StatementRow
from reguli.app.verification.verified import Verified as Verified
from reguli.reference.entry import Ask as Ask
from reguli.source.codes import Code as Code
from reguli.verify.report.found import Found as Found
from reguli.verify.report.found import Holding as Holding
from reguli.verify.report.found import Holds as Holds
from reguli.verify.report.found import Level as Level
from reguli.verify.report.found import Offered as Offered
from reguli.verify.report.found import Reading as Reading
from reguli.verify.report.outcome import PartDone as PartDone
from reguli.verify.report.outcome import Ran as Ran
from reguli.words.desk.preview import SaidRule as SaidRule
from reguli.words.desk.preview import Shown as Shown
from reguli.words.desk.signing import AnsweredCatalogue as AnsweredCatalogue
from reguli.words.desk.signing import ImportedSheet as ImportedSheet
from reguli.words.desk.signing import SignedCatalogue as SignedCatalogue
from reguli.words.desk.signing import UpdatedCatalogue as UpdatedCatalogue
from reguli.words.desk.status import Status as Status
