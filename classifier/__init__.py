"""Text into physics: which passages are claims, and what they state.

From the bottom up, and a test holds that imports only go down:

* `words/` how a text is searched: pieces that it must hold, patterns tried only where they can begin, Chinese read as English.
* `figures/` numbers in texts: amounts, factors, before and after, widths and parameters, and what each measures.
* `names/` who and what is named: techniques, chips and models, whatever their hyphens, spaces and capitals.
* `unit.py` one sentence, bullet or row with all that is read out of it.
* `setting/` what a unit itself says of its setting: chips, widths, baseline, columns, command lines, and which figure each is of.
* `learning/` the linear models: what they see of a unit, how they are trained from `corpus/`, and how they are applied.
* `around/` what governs a unit: headings, captions, setups, the page and its topic, and what a claim takes over from them.
* `cause/` which technique a figure belongs to: what is named, shown, compared or excluded in its clause, its unit and around it.
* `deciding/` whether a unit claims anything, of whose work, and under which metric its figure goes.
* `settings.py`, `tables.py`, `assemble.py`, `find.py` put claims together; `claim.py` is what comes out.
"""

from classifier.claim import Claim, Parameter
from classifier.find import find

__all__ = ["Claim", "Parameter", "find"]
