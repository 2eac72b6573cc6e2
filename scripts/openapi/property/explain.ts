import { HOST, ID, MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";

/** Describes explanations (contract 30.1 to 30.9). */
export const EXPLAIN_PROPERTIES: Record<string, PropertyText> = {
  "ExplainVisitBody.url": {
    text: "The URL that the visitor asks for, at most 8,192 characters; without a scheme it is one of https.",
    example: `https://${HOST}/spring?ref=mail`,
  },
  as: {
    text: "Who visits, when and how; what is absent says nothing, as with a plain client.",
    example: { country: "DE", language: "de" },
  },
  "as.country": {
    text: "Country of the visitor, a code of ISO 3166; `XX` for unknown, as it is when absent.",
    example: "DE",
    limits: { pattern: "^[A-Za-z]{2}$" },
  },
  "as.language": { text: "The header `Accept-Language`.", example: "de-DE, en;q=0.8" },
  "as.user_agent": {
    text: "The header `User-Agent`.",
    example: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)",
  },
  "as.address": { text: "The visitor's address, IPv4 or IPv6.", example: "203.0.113.7" },
  "as.method": { text: "The method of the request.", example: "GET" },
  "as.https": { text: "Whether the visit comes by https.", example: true },
  "as.at": {
    text: "The moment of the visit; now if it is absent.",
    example: MOMENT,
    limits: { format: "date-time" },
  },
  "as.unlocked": { text: "Whether the visitor has given the right password.", example: true },
  "as.headers": { text: "Further headers by their names.", example: { "x-preview": "1" } },
  "as.held": {
    text: "Whether records of claims that wait for their hostname are explained.",
    example: false,
  },

  "Explanation.outcome": {
    text: "What kind of answer it is: `redirect`, `frame`, `html`, `card`, `upgrade` (to https), `fallback` (to the owner's URL for unknown or expired ones), `not-found`, `expired`, `paused`, `gone`, `unknown-host`, `gate` (asks for a password), `warning`, `refusal`, `preview` or `picture`; a few more are rare.",
    example: "redirect",
  },
  "Explanation.status": { text: "The status that the visitor gets.", example: 302 },
  "Explanation.location": {
    text: "The `Location` that the visitor gets; null without one.",
    example: "https://example.org/de?ref=mail",
  },
  "record.url": { text: "The public URL of the record.", example: `https://${HOST}/spring` },
  "record.id": { text: "Identifier of the record.", example: ID },
  "Explanation.headers": { text: "Every header, by its name in lower case.", example: {} },
  "Explanation.record": { text: "The record that answers.", example: null },
  "Explanation.host.answered_by": {
    text: "The connected hostname whose records answer; null for none of this workspace.",
    example: HOST,
  },
  "Explanation.host.relation": {
    text: "How it is related to the hostname that was asked for.",
    example: "self",
  },
  "Explanation.tried": { text: "The sources that were looked for, in their order.", example: [] },
  "Explanation.rules.failed": {
    text: "The conditions that rule it out, such as `if.country`.",
    example: ["if.country"],
  },
  "Explanation.destinations.chance": { text: "From 0 to 1.", example: 1 },
  "Explanation.parts": {
    text: "Where each part of the Location comes from. Joined they are the Location.",
    example: [],
  },
  "Explanation.edge.location": { text: "The place of the edge that was asked.", example: "FRA" },
  "Explanation.next": { text: "At most 5 further hops inside the workspace.", example: [] },
  "Explanation.host": {
    text: "The hostname that was asked for, and the one that answers for it.",
    example: { asked: HOST, answered_by: HOST, relation: "self" },
  },
  "Explanation.host.asked": { text: "The hostname in the URL.", example: HOST },
  "Explanation.tried.step": {
    text: "How the source was looked for: `platform` (paths of the project's own), `query`, `exact`, `alias` (one that forwards what is below it), `pattern`, `prefix`, `any` (the record of `*`) or `view` (a preview or picture).",
    example: "exact",
  },
  "Explanation.tried.source": {
    text: "The source of a record, or the one that no record has.",
    example: "/spring",
  },
  "Explanation.tried.verdict": {
    text: "`answers`: it decides the answer. `skipped`: there is a record, and it does not answer. `none`: there is no record.",
    example: "answers",
  },
  "Explanation.tried.reason": { text: "Why, in a few words.", example: "has this path" },
  "Explanation.rules": { text: "The rules of the record, in their order.", example: [] },
  "Explanation.rules.id": { text: "Identifier of the rule.", example: "9f2c11aa" },
  "Explanation.rules.verdict": {
    text: "`holds`: this rule decides. `fails`: a condition rules it out. `not_reached`: a rule before it, or the outcome, has decided.",
    example: "holds",
  },
  "Explanation.destinations": {
    text: "All destinations of the record or of the rule that holds; their chances add up to 1.",
    example: [],
  },
  "Explanation.destinations.url": {
    text: "The destination as it is stored.",
    example: "https://example.org/de",
  },
  "Explanation.destinations.verdict": {
    text: "`certain` and `possible` have a chance, and so has `dangerous`, which shows a warning. `broken`: the monitor found it so. `no_weight`: its weight is 0. `not_first`: another one goes before it.",
    example: "certain",
  },
  "Explanation.parts.text": { text: "The text of the part.", example: "?ref=mail" },
  "Explanation.parts.from": {
    text: "`destination` (as the owner wrote it), the visitor's `path` or `query`, `utm`, or a `capture` of the source.",
    example: "query",
  },
  "Explanation.edge": {
    text: "Whether visitors at the place that the call reached get this already.",
    example: { location: "FRA", shows: "current", behind_seconds: 0 },
  },
  "Explanation.edge.shows": {
    text: "`current`: what is explained. `older`: what was before the last writes. `unknown`: KV did not tell, or the hostname is not held.",
    example: "current",
  },
  "Explanation.edge.behind_seconds": {
    text: "Seconds since the oldest write that the place does not show yet; 0 if it shows all, null if that is unknown.",
    example: 0,
  },
  "Explanation.next.url": { text: "The URL of the hop.", example: `https://${HOST}/summer` },
  "Explanation.next.outcome": { text: "What kind of answer the hop is.", example: "redirect" },
  "Explanation.next.status": { text: "The status that it answers.", example: 302 },
  "Explanation.next.location": {
    text: "The `Location` that it answers; null without one.",
    example: "https://example.org/summer",
  },
  "Explanation.next.record": { text: "The record that answers; null if none does.", example: null },
  "Explanation.warnings": {
    text: "What is worth a second look, each a sentence; empty if nothing.",
    example: [],
  },
};
