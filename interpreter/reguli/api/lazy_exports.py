"""The public names that stand behind words: loaded only where somebody asks for one, because grammars and catalogues cost 0.3 s."""

from __future__ import annotations

from reguli.app.explanations import Explained as Explained
from reguli.app.explanations import Meaning as Meaning
from reguli.app.translation import Sentence as Sentence
from reguli.app.translation import WordingDesk as WordingDesk
from reguli.app.verification.triaged_report import Judged as Judged
from reguli.app.verification.triaged_report import StatementRow as StatementRow
from reguli.app.verification.verification_result import Verified as Verified
from reguli.reference.reference_entry import Ask as Ask
from reguli.source.finding_catalogue import Code as Code
from reguli.verify.report.finding_types import Found as Found
from reguli.verify.report.finding_types import Holding as Holding
from reguli.verify.report.finding_types import Holds as Holds
from reguli.verify.report.finding_types import Level as Level
from reguli.verify.report.finding_types import Offered as Offered
from reguli.verify.report.finding_types import Reading as Reading
from reguli.verify.report.verification_outcome import PartDone as PartDone
from reguli.verify.report.verification_outcome import Ran as Ran
from reguli.words.translation.preview import SaidRule as SaidRule
from reguli.words.translation.preview import Shown as Shown
from reguli.words.translation.sign_off import AnsweredCatalogue as AnsweredCatalogue
from reguli.words.translation.sign_off import ImportedSheet as ImportedSheet
from reguli.words.translation.sign_off import SignedCatalogue as SignedCatalogue
from reguli.words.translation.sign_off import UpdatedCatalogue as UpdatedCatalogue
from reguli.words.translation.translation_status import Status as Status
