import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import type { CheckedRow, Check, CheckUrl } from "../../../domain/check/check.ts";
import { judgeUrl } from "../../../domain/check/judge-url.ts";
import { familyOf } from "../../../domain/handler.ts";
import type { Env } from "../../../env.ts";
import { answerAll, listLocations } from "../../../explain/answer.ts";
import { recordOf } from "../../../explain/explain.ts";
import { endOf, followAll, type Way } from "../../../explain/hop.ts";
import { toAskedByBrowser } from "../../../explain/question.ts";
import { World } from "../../../explain/world.ts";

/** Checks URLs together. A few statements for each hop read the records that answer them. */
export async function checkUrls(
  env: Env,
  check: Check,
  urls: CheckUrl[],
  firstLine: number,
  nowMs: number,
): Promise<CheckedRow[]> {
  const world = new World(env, check.reach, true);
  const questions = urls.map(({ url }) => toAskedByBrowser(url, nowMs));
  const ways = await followAll(env, world, await answerAll(env, world, questions));
  const expected = urls.map(({ location }) =>
    location ? toAskedByBrowser(location, nowMs).visit.hostname : null,
  );
  await world.loadHosts(expected.filter((name) => name !== null));
  const rows: CheckedRow[] = [];
  for (const [index, url] of urls.entries()) {
    const way = ways[index];
    if (way === undefined) continue;
    const line = firstLine + index;
    rows.push(await toRow(env, world, check, { url, line, way, expected: expected[index] ?? null }));
  }
  return rows;
}

interface CheckedUrl {
  url: CheckUrl;
  line: number;
  way: Way;
  /** The hostname of the location that is expected. */
  expected: Hostname | null;
}

async function toRow(
  env: Env,
  world: World,
  check: Check,
  { url, line, way, expected }: CheckedUrl,
): Promise<CheckedRow> {
  const { first, next, isLoop } = way;
  const { outcome, status, location } = first;
  const own = location === null ? [] : [location];
  // The record itself answers after a redirect to https.
  const ofRecord = outcome === "upgrade" ? (next[0] ?? first) : first;
  const locations = url.location === null ? own : [...own, ...(await listLocations(env, ofRecord))];
  const record = recordOf(first, world);
  // Short links are temporary unless somebody wants it otherwise.
  const ofCheck = record !== null && familyOf(record.handler) === "link" ? null : check.status;
  const choices = ofRecord.spread?.chances.filter((chance) => chance > 0).length ?? 1;
  const { result, reason } = judgeUrl(
    { location: url.location, status: url.status ?? ofCheck },
    { outcome, status, locations, choices, hops: next, isLoop },
  );
  const isWaiting = first.host?.claim.isHeld === false;
  const end = endOf(world, way);
  const row = {
    ...url,
    line,
    result,
    reason: isWaiting ? whileNotHeld(reason) : reason,
    actualStatus: status,
    actualLocation: location,
    recordId: record?.id ?? null,
    hops: next.map((hop) => ({ url: hop.asked.request.url, status: hop.status, location: hop.location })),
    target: end === null || end.isInside ? null : end.url,
  };
  const host = first.host?.name ?? null;
  const inside = [...next.map((hop) => hop.host), expected === null ? null : world.hostOf(expected)];
  return {
    row,
    host,
    names: [host ?? first.asked.visit.hostname, ...inside.flatMap((one) => one?.name ?? [])],
  };
}

function whileNotHeld(reason: Refusal | null): Refusal {
  return reason === null ? refuse("check_not_held") : refuse("check_and_not_held", { reason });
}
