"""Views: the questions that a reader asks first, each in one `SELECT`. One text serves both databases."""

from __future__ import annotations

from dataclasses import dataclass

VERDICTS = ("plausible", "conditional", "implausible", "unverifiable")


@dataclass(frozen=True, slots=True)
class View:
    """One view with what the documentation says about it."""

    name: str
    question: str
    sql: str
    columns: tuple[tuple[str, str], ...]  # (name, comment), in order
    example: str


def _listed(column: str) -> str:
    """A JSON list of names as text: ["H100", "A100"] -> H100, A100."""
    return f"replace(replace(replace(replace(CAST({column} AS TEXT), '[]', ''), '[\"', ''), '\"]', ''), '\", \"', ', ')"


def _counts(alias: str) -> str:
    """One column a verdict: how many of the group."""
    return ", ".join(f"sum(CASE WHEN {alias}.verdict = '{word}' THEN 1 ELSE 0 END) AS {word}" for word in VERDICTS)


COUNTED = (
    ("claims", "Number of claims and measurements, rejected ones left out."),
    ("plausible", "Those that can be so."),
    ("conditional", "Those that can be so only under conditions which the source does not state."),
    ("implausible", "Those above the ceiling."),
    ("unverifiable", "Those with no figure or no modelled mechanism."),
)

OVERVIEW = (
    ("claim_id", "Number of the claim."),
    ("document_id", "Number of the document."),
    ("title", "Title of the document."),
    ("publisher", "Who puts the document out."),
    ("date", "Date of the document, as far as it is known."),
    ("page", "Page (PDF only)."),
    ("section", "The headings above."),
    ("quote", "The unit's text."),
    ("kind", "claim or measurement."),
    ("quantified", "Whether it gives a figure."),
    ("technique", "Technique."),
    ("side", "fewer-bytes, fewer-steps, both or neither."),
    ("metric", "What the figure measures."),
    ("factor_low", "Lower end of the improvement (x)."),
    ("factor_high", "Upper end of the improvement (x)."),
    ("qualifier", "up-to, average, at-least, about or exact."),
    ("absolute", "The value after, in absolute_unit."),
    ("absolute_unit", "Its unit."),
    ("absolute_before", "The value before."),
    ("baseline", "What it is compared with."),
    ("hardware", "Hardware, separated by commas."),
    ("n_devices", "Number of devices."),
    ("model", "Models, separated by commas."),
    ("params", "Stated parameters as JSON."),
    ("verdict", "plausible, conditional, implausible or unverifiable."),
    ("ceiling", "The most that the roofline allows, in ceiling_unit."),
    ("ceiling_unit", "x, tokens/s, ..."),
    ("expected_low", "Lower end of what competent engines reach."),
    ("expected_high", "Upper end of what competent engines reach."),
    ("limiter_before", "What limits before."),
    ("limiter_after", "What limits after."),
    ("reason", "Why, in words."),
    ("requires", "Conditions that the source does not state, as a JSON list."),
    ("confidence", "Probability that kind and side are right."),
    ("status", "open, accepted, corrected or rejected."),
)

VIEWS: tuple[View, ...] = (
    View(
        "claim_overview",
        "What is claimed, where, and can it be so?",
        f"""SELECT c.id AS claim_id, c.document_id, d.title, d.publisher, d.date, c.page, c.section, c.quote, c.kind,
  c.quantified, c.technique, c.side, c.metric, c.factor_low, c.factor_high, c.qualifier, c.absolute, c.absolute_unit,
  c.absolute_before, c.baseline, {_listed("c.hardware")} AS hardware, c.n_devices, {_listed("c.model")} AS model, c.params,
  c.verdict, e.ceiling, e.ceiling_unit, e.expected_low, e.expected_high, e.limiter_before, e.limiter_after, e.reason,
  e.requires, c.confidence, c.status
FROM claims c JOIN documents d ON d.id = c.document_id JOIN estimates e ON e.claim_id = c.id""",
        OVERVIEW,
        "SELECT technique, factor_low, ceiling, verdict, quote FROM claim_overview WHERE hardware LIKE '%H100%' LIMIT 20",
    ),
    View(
        "implausible_claims",
        "Which claims cannot be so, and by how much?",
        f"""SELECT c.id AS claim_id, d.title, c.quote, c.technique, c.factor_low, c.factor_high, e.ceiling, e.ceiling_unit,
  CASE WHEN e.ceiling > 0 AND e.ceiling_unit = 'x' THEN c.factor_low / e.ceiling END AS over, e.reason,
  {_listed("c.hardware")} AS hardware, {_listed("c.model")} AS model, c.status
FROM claims c JOIN estimates e ON e.claim_id = c.id JOIN documents d ON d.id = c.document_id
WHERE c.verdict = 'implausible' AND c.status <> 'rejected'""",
        (
            ("claim_id", "Number of the claim."),
            ("title", "Title of the document."),
            ("quote", "The unit's text."),
            ("technique", "Technique."),
            ("factor_low", "Lower end of the improvement (x)."),
            ("factor_high", "Upper end of the improvement (x)."),
            ("ceiling", "The most that the roofline allows."),
            ("ceiling_unit", "x, tokens/s, ..."),
            ("over", "Claimed factor over the ceiling; empty where the claim is no factor."),
            ("reason", "Why, in words."),
            ("hardware", "Hardware, separated by commas."),
            ("model", "Models, separated by commas."),
            ("status", "open, accepted or corrected."),
        ),
        "SELECT title, factor_low, ceiling, over, quote FROM implausible_claims ORDER BY over DESC LIMIT 20",
    ),
    View(
        "open_conditions",
        "What would have to be true for the conditional claims to hold?",
        """SELECT c.id AS claim_id, c.technique, c.factor_low, c.factor_high, e.ceiling, e.requires, e.ask, c.quote
FROM claims c JOIN estimates e ON e.claim_id = c.id WHERE c.verdict = 'conditional' AND c.status <> 'rejected'""",
        (
            ("claim_id", "Number of the claim."),
            ("technique", "Technique."),
            ("factor_low", "Lower end of the improvement (x)."),
            ("factor_high", "Upper end of the improvement (x)."),
            ("ceiling", "The most that the roofline allows."),
            ("requires", "Conditions that the source does not state, as a JSON list."),
            ("ask", "What to ask the authors, as a JSON list."),
            ("quote", "The unit's text."),
        ),
        "SELECT technique, factor_low, requires FROM open_conditions LIMIT 20",
    ),
    View(
        "verdicts_by_technique",
        "Which techniques keep what is promised?",
        f"""SELECT c.technique, count(*) AS claims, {_counts("c")}
FROM claims c WHERE c.status <> 'rejected' GROUP BY c.technique""",
        (("technique", "Technique."), *COUNTED),
        "SELECT * FROM verdicts_by_technique ORDER BY claims DESC",
    ),
    View(
        "verdicts_by_side",
        "Fewer bytes or fewer steps: what is claimed more, and which holds?",
        f"""SELECT c.side, count(*) AS claims, {_counts("c")}
FROM claims c WHERE c.status <> 'rejected' GROUP BY c.side""",
        (("side", "fewer-bytes, fewer-steps, both or neither."), *COUNTED),
        "SELECT side, claims, plausible, implausible FROM verdicts_by_side",
    ),
    View(
        "verdicts_by_source",
        "Whose claims hold?",
        f"""SELECT d.publisher, sum(g.n) AS claims, {
            ", ".join(f"sum(CASE WHEN g.verdict = '{w}' THEN g.n ELSE 0 END) AS {w}" for w in VERDICTS)
        }
FROM (SELECT c.document_id, c.verdict, count(*) AS n FROM claims c WHERE c.status <> 'rejected'
  GROUP BY c.document_id, c.verdict) g
JOIN documents d ON d.id = g.document_id GROUP BY d.publisher""",
        (("publisher", "arxiv, github:OWNER, a host, or a folder."), *COUNTED),
        "SELECT * FROM verdicts_by_source ORDER BY implausible DESC",
    ),
    View(
        "verdicts_by_vendor",
        "On whose hardware is what claimed?",
        f"""SELECT c.vendor, count(*) AS claims, {_counts("c")}
FROM claims c WHERE c.status <> 'rejected' GROUP BY c.vendor""",
        (
            ("vendor", "Vendor of the stated hardware; several separated by commas, empty when none is stated."),
            *COUNTED,
        ),
        "SELECT * FROM verdicts_by_vendor ORDER BY claims DESC",
    ),
    View(
        "document_summary",
        "What is in each document?",
        f"""SELECT d.id AS document_id, d.title, d.publisher, d.date, d.format, d.version, d.pages,
  coalesce(g.claims, 0) AS claims, coalesce(g.fewer_bytes, 0) AS fewer_bytes, coalesce(g.fewer_steps, 0) AS fewer_steps,
  {", ".join(f"coalesce(g.{word}, 0) AS {word}" for word in VERDICTS)}, coalesce(g.waiting, 0) AS waiting, d.analysed
FROM documents d LEFT JOIN (SELECT c.document_id, count(*) AS claims,
  sum(CASE WHEN c.side = 'fewer-bytes' THEN 1 ELSE 0 END) AS fewer_bytes,
  sum(CASE WHEN c.side = 'fewer-steps' THEN 1 ELSE 0 END) AS fewer_steps, {_counts("c")},
  sum(CASE WHEN c.status = 'open' THEN 1 ELSE 0 END) AS waiting
  FROM claims c WHERE c.status <> 'rejected' GROUP BY c.document_id) g ON g.document_id = d.id""",
        (
            ("document_id", "Number of the document."),
            ("title", "Title."),
            ("publisher", "Who puts it out."),
            ("date", "Date, as far as it is known."),
            ("format", "pdf, markdown, html, ..."),
            ("version", "v2, v0.6.0."),
            ("pages", "Pages (PDF only)."),
            COUNTED[0],
            ("fewer_bytes", "Those on the side of fewer bytes."),
            ("fewer_steps", "Those on the side of fewer steps."),
            *COUNTED[1:],
            ("waiting", "Those that nobody has decided on."),
            ("analysed", "When the analysis was made (UTC)."),
        ),
        "SELECT title, claims, implausible, waiting FROM document_summary ORDER BY implausible DESC",
    ),
    View(
        "review_queue",
        "What should a person look at next?",
        """SELECT c.id AS claim_id, c.priority, c.verdict, c.confidence, c.technique, c.side, c.factor_low, c.quote, c.document_id
FROM claims c WHERE c.status = 'open' ORDER BY c.priority DESC, c.id""",
        (
            ("claim_id", "Number of the claim."),
            ("priority", "Doubt times weight, 0 to 1; the highest first."),
            ("verdict", "The verdict."),
            ("confidence", "Probability that kind and side are right."),
            ("technique", "Technique."),
            ("side", "Side."),
            ("factor_low", "Lower end of the improvement (x)."),
            ("quote", "The unit's text."),
            ("document_id", "Number of the document."),
        ),
        "SELECT claim_id, priority, quote FROM review_queue LIMIT 10",
    ),
    View(
        "claimed_factors",
        "How much do people claim for each technique and metric?",
        """SELECT c.technique, c.metric, count(*) AS claims, min(c.factor_low) AS lowest, avg(c.factor_high) AS mean_high,
  max(c.factor_high) AS highest FROM claims c
WHERE c.factor_low IS NOT NULL AND c.status <> 'rejected' GROUP BY c.technique, c.metric""",
        (
            ("technique", "Technique."),
            ("metric", "What the figure measures."),
            ("claims", "Number of claims with a factor."),
            ("lowest", "Smallest lower end (x)."),
            ("mean_high", "Mean upper end (x)."),
            ("highest", "Largest upper end (x)."),
        ),
        "SELECT * FROM claimed_factors ORDER BY highest DESC",
    ),
    View(
        "stated_parameters",
        "What do claims say about their setting, and what do they leave out?",
        """SELECT p.name, count(*) AS given, sum(CASE WHEN p.origin = 'stated' THEN 1 ELSE 0 END) AS stated,
  sum(CASE WHEN p.origin = 'inherited' THEN 1 ELSE 0 END) AS inherited,
  sum(CASE WHEN p.origin = 'reviewer' THEN 1 ELSE 0 END) AS corrected
FROM parameters p GROUP BY p.name""",
        (
            ("name", "Name of the parameter."),
            ("given", "How many values of it there are."),
            ("stated", "Those where the unit itself says it."),
            ("inherited", "Those where the text that governs it says it."),
            ("corrected", "Those that a person put in."),
        ),
        "SELECT * FROM stated_parameters ORDER BY given DESC",
    ),
    View(
        "decisions",
        "Who decided what, and when?",
        """SELECT r.id AS review_id, r.at, r.reviewer, r.decision, r.changes, r.note, c.id AS claim_id, r.quote
FROM reviews r LEFT JOIN documents d ON d.work = r.work
LEFT JOIN claims c ON c.document_id = d.id AND c.quote_key = r.quote_key AND c.ordinal = r.ordinal""",
        (
            ("review_id", "Number of the decision."),
            ("at", "When (UTC)."),
            ("reviewer", "Who."),
            ("decision", "accept, correct, reject, skip or undo."),
            ("changes", "Corrected fields as JSON."),
            ("note", "A remark."),
            ("claim_id", "Number of the claim; empty when its document is gone."),
            ("quote", "The unit's text when the decision was made."),
        ),
        "SELECT at, reviewer, decision, quote FROM decisions ORDER BY at DESC LIMIT 20",
    ),
    View(
        "unread",
        "What could not be read, and why?",
        "SELECT f.reason, f.source, f.detail, f.at FROM failures f",
        (
            ("reason", "missing, empty, encrypted, no-text, damaged, timeout, ..."),
            ("source", "Path or address."),
            ("detail", "The whole message, with the remedy."),
            ("at", "When (UTC)."),
        ),
        "SELECT reason, count(*) AS files FROM unread GROUP BY reason",
    ),
)
