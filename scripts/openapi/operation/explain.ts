import { ExplanationShape } from "../../../src/admin/schema/explain.ts";
import { HOST, ID } from "../example.ts";
import type { Operation } from "../operation.ts";

const record = { id: ID, url: `https://${HOST}/spring` };

export const EXPLAIN_OPERATIONS: Record<string, Operation> = {
  "post /v1/explain": {
    id: "explainVisit",
    tag: "Checks",
    summary: "Explain what a visitor of a URL gets, and why",
    description:
      "Decided by the functions that answer visitors, from what the database has. No click is counted and no place of a limited number taken. Without a scheme the URL is one of https; `as.https` decides where it is given. `as` says who visits and when; `as.unlocked` stands for the right password and needs an editor; `as.held` explains records of a hostname that the workspace claims and does not hold yet. Chance is not drawn: `destinations` lists all, and the location is that of the likeliest. At most 50 calls a minute for a token.",
    answer: ExplanationShape,
    examples: {
      body: { url: `https://${HOST}/spring?ref=mail`, as: { country: "DE", language: "de" } },
      answer: {
        outcome: "redirect",
        status: 302,
        location: "https://example.org/de?ref=mail",
        headers: { location: "https://example.org/de?ref=mail", "cache-control": "no-store" },
        record,
        host: { asked: HOST, answered_by: HOST, relation: "self" },
        tried: [{ step: "exact", source: "/spring", verdict: "answers", reason: "has this path" }],
        rules: [{ id: "9f2c11aa", verdict: "holds", failed: [] }],
        destinations: [{ url: "https://example.org/de", chance: 1, verdict: "certain" }],
        parts: [
          { text: "https://example.org/de", from: "destination" },
          { text: "?ref=mail", from: "query" },
        ],
        edge: { location: "FRA", shows: "current", behind_seconds: 0 },
        next: [],
        warnings: [],
      },
    },
  },
};
