import { HOST, ID, MOMENT } from "../example.ts";
import type { PropertyText } from "../property-text.ts";

/** Describes checks (contract 30.10 to 30.17). */
export const CHECK_PROPERTIES: Record<string, PropertyText> = {
  "CreateCheckBody.urls": {
    text: "Each a URL, or an object that also says what is expected.",
    example: [
      `https://${HOST}/spring`,
      { url: `https://${HOST}/old-shop/shoes`, location: "https://example.org/shoes", status: 301 },
    ],
  },
  "CreateCheckBody.urls.url": {
    text: "The URL that a visitor asks for; without a scheme it is one of https.",
    example: `https://${HOST}/old-shop/shoes`,
  },
  "CreateCheckBody.urls.location": {
    text: "The URL to which the visitor has to come; null or absent for any.",
    example: "https://example.org/shoes",
  },
  "CreateCheckBody.urls.status": {
    text: "The status that the URL has to answer; null or absent for the `status` of the check.",
    example: 301,
  },
  "CreateCheckBody.upload": { text: "Whether the URLs follow in parts.", example: true },
  "CreateCheckBody.status": {
    text: "Expected of URLs that name no status of their own; null for any.",
    example: 301,
  },
  "CreateCheckBody.ask_targets": {
    text: "Whether the URLs that visitors come to in the end are asked; default false.",
    example: true,
  },

  "Check.state": {
    text: "`collecting` takes parts, `running` explains URLs, `asking` asks targets.",
    example: "done",
  },
  "Check.status": { text: "Expected of URLs that name no status of their own.", example: 301 },
  "Check.total": { text: "URLs of the check.", example: 120_000 },
  "Check.done": { text: "URLs that are explained.", example: 120_000 },
  "Check.targets": {
    text: "How many targets there are and how many are still to be asked; null in lists and without `ask_targets`.",
    example: null,
  },
  "Check.ask_targets": {
    text: "Whether the URLs outside the workspace are asked that visitors come to in the end.",
    example: true,
  },
  "Check.counts": {
    text: "URLs that are explained, by their result.",
    example: { covered: 119_280, uncovered: 640, unexpected: 31, chain: 37, loop: 0, temporary: 12 },
  },
  "counts.covered": { text: "URLs that a record answers as expected.", example: 119_280 },
  "counts.uncovered": {
    text: "URLs that no record answers, or one that is paused, expired or leads to such a one.",
    example: 640,
  },
  "counts.unexpected": { text: "URLs with another location or status than expected.", example: 31 },
  "counts.chain": { text: "URLs with more than one redirect.", example: 37 },
  "counts.loop": { text: "URLs whose redirects lead in a circle.", example: 0 },
  "counts.temporary": {
    text: "URLs with a temporary redirect where 301 or 308 is expected.",
    example: 12,
  },
  "targets.total": { text: "Targets, each once.", example: 48_211 },
  "targets.open": { text: "Targets that are still to be asked.", example: 0 },
  "Check.created_by": { text: "Identifier of the user who created it.", example: ID },
  finished_at: { text: "When the check was done; null before.", example: MOMENT },
  "Check.expires_at": {
    text: "When the check goes with its results: 30 days after it was started, 2 hours after it was created while it takes parts.",
    example: MOMENT,
  },

  "CheckRow.line": { text: "The place of the URL among those that were sent, from 1 on.", example: 1 },
  "CheckRow.url": { text: "The URL that was checked.", example: `https://${HOST}/spring` },
  "CheckRow.status": { text: "What visitors get.", example: 301 },
  "CheckRow.target": {
    text: "The URL outside the workspace where visitors end, with what it answered once it was asked.",
    example: null,
  },
  "CheckRow.result": { text: "The worst that is true of the URL.", example: "chain" },
  "CheckRow.reason": { text: "Why; empty where the result says it all.", example: "2 redirects" },
  "CheckRow.location": {
    text: "The `Location` of the first answer; null without one.",
    example: "https://example.org/spring",
  },
  "CheckRow.expected": {
    text: "What was expected of the URL.",
    example: { location: null, status: 301 },
  },
  "CheckRow.expected.location": {
    text: "The URL to which visitors had to come; null for any.",
    example: null,
  },
  "CheckRow.expected.status": { text: "The status that it had to answer; null for any.", example: 301 },
  "CheckRow.record": { text: "The record that answers the URL; null if none does.", example: ID },
  "CheckRow.hops": {
    text: "What visitors go through after the first answer, at most 5 inside the workspace.",
    example: [],
  },
  "CheckRow.hops.url": { text: "The URL of the hop.", example: `https://${HOST}/summer` },
  "CheckRow.hops.status": { text: "The status that it answers.", example: 301 },
  "CheckRow.hops.location": {
    text: "The `Location` that it answers; null without one.",
    example: "https://example.org/summer",
  },
  "CheckRow.target.url": { text: "The URL itself.", example: "https://example.org/summer" },
  "CheckRow.target.status": {
    text: "The status that it answered; null until it is asked, and where it did not answer.",
    example: 200,
  },
  "CheckRow.target.location": {
    text: "The `Location` that it answered; null without one.",
    example: null,
  },
  "CheckRow.target.reason": {
    text: "Why there is no answer; null where there is one, and before it is asked.",
    example: null,
  },
  "storeCheckPart.lines": { text: "URLs in this part.", example: 1 },
  "storeCheckPart.total": { text: "URLs in all parts so far.", example: 1 },
  "PlanCheckChangeBody.fix": { text: "What to mend; `chains` is all there is.", example: ["chains"] },
  "listCheckRows.filter.result": { text: "One result.", example: "uncovered" },
  "listChangeRows.filter.result": { text: "One result.", example: "conflict" },
};
