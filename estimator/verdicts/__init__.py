"""Can a claimed speed-up, rate or size be so, and what would have to be true?"""

from estimator.verdicts.claims_in import claim_statement, judge_rows
from estimator.verdicts.judge import judge

__all__ = ["claim_statement", "judge", "judge_rows"]
