import { pageOf } from "../../../src/admin/schema/part.ts";
import { ChangeShape } from "../../../src/admin/schema/change-shape.ts";
import { CheckPartShape, CheckRowShape, CheckShape } from "../../../src/admin/schema/check.ts";
import { ExplanationShape } from "../../../src/admin/schema/explain.ts";
import { MAX_CHECK_URLS } from "../../../src/domain/check/check.ts";
import { HOST, ID, MOMENT, page, user } from "../example.ts";
import type { Operation } from "../operation.ts";

const record = { id: ID, url: `https://${HOST}/spring` };

const KEPT_UNTIL = "2026-03-02T09:30:00.000Z";

const check = {
  id: ID,
  state: "done",
  status: 301,
  ask_targets: true,
  total: 120_000,
  done: 120_000,
  counts: { covered: 119_280, uncovered: 640, unexpected: 31, chain: 37, loop: 0, temporary: 12 },
  targets: { total: 48_211, open: 0 },
  created_by: user.id,
  created_at: MOMENT,
  finished_at: "2026-01-31T09:42:00.000Z",
  expires_at: KEPT_UNTIL,
};

const running = {
  ...check,
  state: "running",
  done: 0,
  counts: { covered: 0, uncovered: 0, unexpected: 0, chain: 0, loop: 0, temporary: 0 },
  targets: null,
  finished_at: null,
};

export const EXPLAIN_OPERATIONS: Record<string, Operation> = {
  "post /v1/explain": {
    id: "explainVisit",
    summary: "Explain what a visitor of a URL gets, and why",
    description:
      "Decided by the functions that answer visitors, from what the database has. No click is counted and no place of a limited number taken. Without a scheme the URL is one of https; `as.https` decides where it is given. `as` says who visits and when; `as.unlocked` stands for the right password and needs an editor; `as.held` explains records of a hostname that the workspace claims and does not hold yet. Chance is not drawn: `destinations` lists all, and the location is that of the likeliest. At most 50 calls a minute for a token, apart from its other calls. It writes nothing.",
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
        tried: [
          {
            step: "exact",
            source: "/spring",
            verdict: "answers",
            reason: "has this path",
            reason_code: { code: "has_path", values: {} },
          },
        ],
        rules: [{ id: "9f2c11aa", verdict: "holds", failed: [] }],
        destinations: [{ url: "https://example.org/de", chance: 1, verdict: "certain" }],
        parts: [
          { text: "https://example.org/de", from: "destination" },
          { text: "?ref=mail", from: "query" },
        ],
        edge: { location: "FRA", shows: "current", behind_seconds: 0 },
        next: [],
        warnings: [],
        warning_codes: [],
      },
    },
  },
  "get /v1/checks": {
    id: "listChecks",
    summary: "List checks",
    description:
      "Newest first. `targets` is shown for one check only. With `hosts`, a token sees those that name no other hostname.",
    answer: pageOf(CheckShape),
    examples: { answer: page({ ...check, targets: null }) },
  },
  "post /v1/checks": {
    id: "createCheck",
    summary: "Check many URLs",
    description: `At most ${MAX_CHECK_URLS} URLs, each a text or \`{url, location, status}\` with what is expected of it; \`status\` beside them is expected of all that name none. A body has at most 1 MiB; with \`upload\` the URLs follow in parts. The check runs in the background; its results are kept for 30 days. \`ask_targets\` also asks the URLs that visitors come to in the end: at most five requests a second and 20,000 a day for a host, as its robots.txt and \`Retry-After\` allow. A workspace has at most 3 checks that are not done, and 1,000,000 URLs of checks; more is a 422.`,
    answer: CheckShape,
    examples: {
      body: {
        urls: [{ url: `https://${HOST}/spring`, location: "https://example.org/spring" }],
        status: 301,
      },
      answer: { ...running, ask_targets: false, total: 1 },
    },
  },
  "get /v1/checks/{id}": {
    id: "getCheck",
    summary: "Get a check",
    description:
      "`done` of `total` URLs are explained, and `counts` are theirs. Ask again every few seconds until its state is `done` or `failed`.",
    answer: CheckShape,
    examples: { answer: check },
  },
  "delete /v1/checks/{id}": {
    id: "deleteCheck",
    summary: "Delete a check",
    description: "Stops it where it runs. Its results go with it, and its URLs count no more.",
  },
  "put /v1/checks/{id}/parts/{n}": {
    id: "storeCheckPart",
    summary: "Upload URLs of a check",
    description:
      "One URL a line, each a JSON text or an object as in `POST /checks`, at most 8 MiB and 200,000 URLs. The same number replaces the part. Lines are numbered through all parts. What is uploaded and not run within two hours is deleted.",
    answer: CheckPartShape,
    examples: { body: `"https://${HOST}/spring"\n`, answer: { lines: 1, total: 1 } },
  },
  "post /v1/checks/{id}/run": {
    id: "runCheck",
    summary: "Run a check",
    description:
      "Starts a check whose URLs are uploaded. It runs in the background, and its results are kept for 30 days.",
    answer: CheckShape,
    examples: { answer: running },
  },
  "post /v1/checks/{id}/change": {
    id: "planCheckChange",
    summary: "Plan a change that shortens the chains of a check",
    description:
      "Writes no record: it plans a change, as `POST /changes` does, that points the first record of each chain at its end. Each record comes once, with the line of its first URL. A record is left alone, as `invalid` with the reason, where its visitors would not all come to the same end as now: where it answers many paths, has rules or several destinations, or leads through a hop that is temporary, ends some day, or has rules, a password or plugins. Chains are followed anew, so that what changed since the check counts. Apply the change with `POST /changes/{id}/apply`. A check that is not done is a 422.",
    answer: ChangeShape,
    errors: [409],
    examples: { body: { fix: ["chains"] } },
  },
  "get /v1/checks/{id}/rows": {
    id: "listCheckRows",
    summary: "List the results of a check",
    description:
      "In the order of the URLs. `covered`: a record answers, as expected. `uncovered`: none does, or one that leads nowhere. `unexpected`: another location or status. `chain`: more than one redirect, with the hops. `loop`: they lead in a circle. `temporary`: where a permanent status was expected. `Accept: text/csv` gets CSV, with the next cursor in `X-Next-Cursor`.",
    answer: pageOf(CheckRowShape),
    forms: ["text/csv"],
    headers: ["X-Next-Cursor"],
    examples: {
      answer: page({
        line: 1,
        url: `https://${HOST}/spring`,
        result: "chain",
        reason: "2 redirects",
        reason_code: { code: "check_redirects", values: { count: 2 } },
        status: 301,
        location: `https://${HOST}/summer`,
        expected: { location: null, status: 301 },
        record: ID,
        hops: [{ url: `https://${HOST}/summer`, status: 301, location: "https://example.org/summer" }],
        target: {
          url: "https://example.org/summer",
          status: 200,
          location: null,
          reason: null,
          reason_code: null,
        },
      }),
    },
  },
};
