import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { listLocations } from "../../src/explain/answer.ts";
import { wholeOf } from "../../src/domain/reach.ts";
import { explainVisit } from "../../src/explain/explain.ts";
import {
  askedVisit,
  EACH_RECORD,
  createAskedSite,
  toInit,
  toQuestion,
  type AskedSite,
} from "../support/asked-visit.ts";
import { completeHosts } from "../support/complete-hosts.ts";
import { createSite } from "../support/site.ts";
import { visit } from "../support/workspace.ts";

/** Random visits, sent and explained: both have the same answer. */

const RUNS = Number(env.FUZZ_RUNS ?? 25) * 12;

let asked: AskedSite;

beforeAll(async () => {
  asked = await createAskedSite(await createSite());
  await completeHosts();
});

it("[30.1] an explanation has the status, the Location and every header of the visit", async () => {
  const outcomes = new Set<string>();
  const origins = new Set<string>();
  await fc.assert(
    fc.asyncProperty(askedVisit, async (random) => {
      const question = toQuestion(asked, random);
      if (question === null) return;
      const response = await visit(question.url, toInit(asked, question));
      const explanation = await explainVisit(env, {
        reach: wholeOf(asked.site.id),
        question,
        includesWaiting: false,
        place: null,
        nowMs: Date.now(),
      });
      const { answered, parts, destinations, tried } = explanation;
      const locations = await listLocations(env, answered);
      outcomes.add(answered.outcome);
      for (const { from } of parts) origins.add(from);
      const location = response.headers.get("Location");
      expect(answered.status, question.url).toBe(response.status);
      if (location === null) expect(answered.location, question.url).toBeNull();
      else expect(locations, question.url).toContain(location);
      expect(headersOf(answered.headers), question.url).toEqual(headersOf(response.headers));
      expect(parts.map(({ text }) => text).join(""), question.url).toBe(answered.location ?? "");
      const total = destinations.reduce((sum, { chance }) => sum + chance, 0);
      if (destinations.length > 0) expect(total, question.url).toBeCloseTo(1, 3);
      expect(tried.filter(({ verdict }) => verdict === "answers").length).toBeLessThanOrEqual(2);
    }),
    { numRuns: RUNS, examples: EACH_RECORD, ...(env.FUZZ_RUNS === undefined && { seed: 30 }) },
  );
  expect([...origins].toSorted()).toEqual(["capture", "destination", "path", "query", "utm"]);
  for (const outcome of ["redirect", "frame", "html", "gate", "expired", "gone", "fallback", "not-found"]) {
    expect([...outcomes]).toContain(outcome);
  }
}, 600_000);

/** All but the Location, which may be that of another destination. */
function headersOf(headers: Headers): [string, string][] {
  return [...headers].filter(([name]) => name !== "location");
}
