/** Describes checks (contract 30.10 to 30.17) and explanations. */
export const CHECK_PROPERTIES: Record<string, string> = {
  "CreateCheckBody.urls": "Each a URL, or an object that also says what is expected.",
  "CreateCheckBody.urls.url": "The URL that a visitor asks for; without a scheme it is one of https.",
  "CreateCheckBody.urls.location": "The URL to which the visitor has to come; null or absent for any.",
  "CreateCheckBody.urls.status":
    "The status that the URL has to answer; null or absent for the `status` of the check.",
  "CreateCheckBody.upload": "Whether the URLs follow in parts; default false.",
  "CreateCheckBody.status":
    "Expected of URLs that name no status of their own and that no short link answers; null for any.",
  "CreateCheckBody.ask_targets":
    "Whether the URLs that visitors come to in the end are asked; default false.",

  "Check.state": "`collecting` takes parts, `running` explains URLs, `asking` asks targets.",
  "Check.status": "Expected of URLs that name no status of their own and that no short link answers.",
  "Check.total": "URLs of the check.",
  "Check.done": "URLs that are explained.",
  "Check.targets":
    "How many targets there are and how many are still to be asked; null in lists and without `ask_targets`.",
  "Check.ask_targets": "Whether the URLs outside the workspace are asked that visitors come to in the end.",
  "Check.counts": "URLs that are explained, by their result.",
  "counts.covered": "URLs that a record answers as expected.",
  "counts.uncovered": "URLs that no record answers, or one that is paused, expired or leads to such a one.",
  "counts.unexpected": "URLs with another location or status than expected.",
  "counts.chain": "URLs with more than one redirect.",
  "counts.loop": "URLs whose redirects lead in a circle.",
  "counts.temporary": "URLs with a temporary redirect where 301 or 308 is expected.",
  "targets.total": "Targets, each once.",
  "targets.open": "Targets that are still to be asked.",
  "Check.created_by": "Identifier of the user who created it.",
  finished_at: "When the check was done; null before.",
  "Check.expires_at":
    "When the check goes with its results: 30 days after it was started, 2 hours after it was created while it takes parts.",

  line: "The place of the URL among those that were sent, from 1 on.",
  "CheckRow.url": "The URL that was checked.",
  "CheckRow.status": "What visitors get.",
  "CheckRow.target":
    "The URL outside the workspace where visitors end, with what it answered once it was asked.",
  "CheckRow.result": "The worst that is true of the URL.",
  "CheckRow.reason": "Why; empty where the result says it all.",
  "CheckRow.location": "The `Location` of the first answer; null without one.",
  "CheckRow.expected": "What was expected of the URL.",
  "CheckRow.expected.location": "The URL to which visitors had to come; null for any.",
  "CheckRow.expected.status": "The status that it had to answer; null for any.",
  "CheckRow.record": "The record that answers the URL; null if none does.",
  "CheckRow.hops": "What visitors go through after the first answer, at most 5 inside the workspace.",
  "CheckRow.hops.url": "The URL of the hop.",
  "CheckRow.hops.status": "The status that it answers.",
  "CheckRow.hops.location": "The `Location` that it answers; null without one.",
  "CheckRow.target.url": "The URL itself.",
  "CheckRow.target.status":
    "The status that it answered; null until it is asked, and where it did not answer.",
  "CheckRow.target.location": "The `Location` that it answered; null without one.",
  "CheckRow.target.reason": "Why there is no answer; null where there is one, and before it is asked.",
  "storeCheckPart.lines": "URLs in this part.",
  "storeCheckPart.total": "URLs in all parts so far.",
  "PlanCheckChangeBody.fix": "What to mend; `chains` is all there is.",
  "filter.result": "One result.",

  // Explanations (contract 30.1 to 30.9).
  "ExplainVisitBody.url":
    "The URL that the visitor asks for, at most 8,192 characters; without a scheme it is one of https.",
  as: "Who visits, when and how; what is absent says nothing, as with a plain client.",
  "as.country": "Country of the visitor, a code of ISO 3166; `XX` or absent for unknown.",
  "as.language": "The header `Accept-Language`; none without it.",
  "as.user_agent": "The header `User-Agent`; none without it.",
  "as.address": "The visitor's IP address: sticky destinations depend on it.",
  "as.method": "The method of the request; default `GET`.",
  "as.https": "Whether the visit comes by https; default what the URL says.",
  "as.at": "The moment of the visit; default now.",
  "as.unlocked": "Whether the visitor has given the right password. Needs an editor.",
  "as.headers": "Further headers, at most 20. Never `Cookie`, `Authorization` and `X-Link-Password`.",
  "as.held": "Whether records of claims that wait for their hostname are explained.",

  "Explanation.outcome":
    "What kind of answer it is: `redirect`, `frame`, `html`, `card`, `upgrade` (to https), `fallback` (to the owner's URL for unknown or expired ones), `not-found`, `expired`, `paused`, `gone`, `unknown-host`, `gate` (asks for a password), `warning`, `refusal`, `preview` or `picture`; a few more are rare.",
  "Explanation.status": "The status that the visitor gets.",
  "Explanation.location": "The `Location` that the visitor gets; null without one.",
  "record.url": "The public URL of the record.",
  "record.id": "Identifier of the record.",
  "Explanation.headers": "Every header, by its name in lower case.",
  "Explanation.record": "The record that answers.",
  "Explanation.host.answered_by":
    "The connected hostname whose records answer; null for none of this workspace.",
  "Explanation.host.relation": "How it is related to the hostname that was asked for.",
  "Explanation.tried": "The sources that were looked for, in their order.",
  "Explanation.rules.failed": "The conditions that rule it out, such as `if.country`.",
  "Explanation.destinations.chance": "From 0 to 1.",
  "Explanation.parts": "Where each part of the Location comes from. Joined they are the Location.",
  "Explanation.edge.location": "The place of the edge that was asked.",
  "Explanation.next": "At most 5 further hops inside the workspace.",
  "Explanation.host": "The hostname that was asked for, and the one that answers for it.",
  "Explanation.host.asked": "The hostname in the URL.",
  "Explanation.tried.step":
    "How the source was looked for: `platform` (paths of the project's own), `query`, `exact`, `alias` (one that forwards what is below it), `pattern`, `prefix`, `any` (the record of `*`) or `view` (a preview or picture).",
  "Explanation.tried.source": "The source of a record, or the one that no record has.",
  "Explanation.tried.verdict":
    "`answers`: it decides the answer. `skipped`: there is a record, and it does not answer. `none`: there is no record.",
  "Explanation.tried.reason": "Why, in a few words.",
  "Explanation.rules": "The rules of the record, in their order.",
  "Explanation.rules.id": "Identifier of the rule.",
  "Explanation.rules.verdict":
    "`holds`: this rule decides. `fails`: a condition rules it out. `not_reached`: a rule before it, or the outcome, has decided.",
  "Explanation.destinations":
    "All destinations of the record or of the rule that holds; their chances add up to 1.",
  "Explanation.destinations.url": "The destination as it is stored.",
  "Explanation.destinations.verdict":
    "`certain` and `possible` have a chance, and so has `dangerous`, which shows a warning. `broken`: the monitor found it so. `ended`: `routing_ends` leads past it. `no_weight`: its weight is 0. `not_first`: another one goes before it.",
  "Explanation.parts.text": "The text of the part.",
  "Explanation.parts.from":
    "`destination` (as the owner wrote it), the visitor's `path` or `query`, `utm`, a `capture` of the source, or the place of a `click_id`.",
  "Explanation.edge": "Whether visitors at the place that the call reached get this already.",
  "Explanation.edge.shows":
    "`current`: what is explained. `older`: what was before the last writes. `unknown`: KV did not tell, or the hostname is not held.",
  "Explanation.edge.behind_seconds":
    "Seconds since the oldest write that the place does not show yet; 0 if it shows all, null if that is unknown.",
  "Explanation.next.url": "The URL of the hop.",
  "Explanation.next.outcome": "What kind of answer the hop is.",
  "Explanation.next.status": "The status that it answers.",
  "Explanation.next.location": "The `Location` that it answers; null without one.",
  "Explanation.next.record": "The record that answers; null if none does.",
  "Explanation.warnings": "What is worth a second look, each a sentence; empty if nothing.",
};
