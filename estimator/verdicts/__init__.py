"""Can a claimed speed-up, rate or size be so, and what would have to be true?"""

from estimator.verdicts.claims_in import CLAIM_COLUMNS, claim_statement, judge_rows
from estimator.verdicts.judge import judge
from estimator.verdicts.maps import SpeedupMap, speedup_map

__all__ = ["CLAIM_COLUMNS", "SpeedupMap", "claim_statement", "judge", "judge_rows", "speedup_map"]
