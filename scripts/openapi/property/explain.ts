/** Describes explanations (contract 30.1 to 30.9). */
export const EXPLAIN_PROPERTIES: Record<string, string> = {
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
    "`certain` and `possible` have a chance, and so has `dangerous`, which shows a warning. `broken`: the monitor found it so. `no_weight`: its weight is 0. `not_first`: another one goes before it.",
  "Explanation.parts.text": "The text of the part.",
  "Explanation.parts.from":
    "`destination` (as the owner wrote it), the visitor's `path` or `query`, `utm`, or a `capture` of the source.",
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
