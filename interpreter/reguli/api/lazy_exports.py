"""Public names that depend on the package ``words``: loaded on first use, because grammars and catalogues cost 0.3 s."""

from __future__ import annotations

from reguli.app.explanations import Explained as Explained
from reguli.app.explanations import Meaning as Meaning
from reguli.app.translation import Sentence as Sentence
from reguli.app.translation import WordingDesk as WordingDesk
from reguli.app.verification.runner import Verified as Verified
from reguli.app.verification.text_report import Judged as Judged
from reguli.app.verification.text_report import StatementRow as StatementRow
from reguli.reference.reference_entry import Ask as Ask
from reguli.source.finding_catalogue import Code as Code
from reguli.verify.report import Found as Found
from reguli.verify.report import Holding as Holding
from reguli.verify.report import Holds as Holds
from reguli.verify.report import Level as Level
from reguli.verify.report import Offered as Offered
from reguli.verify.report import PartDone as PartDone
from reguli.verify.report import Ran as Ran
from reguli.verify.report import Reading as Reading
from reguli.words.translation.preview import SaidRule as SaidRule
from reguli.words.translation.preview import Shown as Shown
from reguli.words.translation.proof_sheet import ImportedProof as ImportedProof
from reguli.words.translation.sign_off import AnsweredCatalogue as AnsweredCatalogue
from reguli.words.translation.sign_off import ImportedSheet as ImportedSheet
from reguli.words.translation.sign_off import SignedCatalogue as SignedCatalogue
from reguli.words.translation.sign_off import UpdatedCatalogue as UpdatedCatalogue
from reguli.words.translation.translation_status import Status as Status
