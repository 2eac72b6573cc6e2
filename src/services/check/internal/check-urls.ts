import { refuse, type Refusal } from "../../../domain/refusal/refusal.ts";
import type { Hostname } from "../../../domain/hostname.ts";
import type { CheckedRow } from "../../../domain/check/host-tally.ts";
import type { Check, CheckUrl } from "../../../domain/check/check.ts";
import { judgeUrl } from "../../../domain/check/judge-url.ts";
import type { Env } from "../../../env.ts";
import { answerQuestion, listLocations, type Answered } from "../../../explain/answer.ts";
import { recordOf } from "../../../explain/explain.ts";
import { followAll, nextOf, type Hops } from "../../../explain/hop.ts";
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
  await world.load(questions.map(({ visit }) => visit));
  const answers: Answered[] = [];
  for (const asked of questions) answers.push(await answerQuestion(env, world, asked));
  const all = await followAll(env, world, answers);
  const expected = urls.map(({ location }) =>
    location ? toAskedByBrowser(location, nowMs).visit.hostname : null,
  );
  await world.loadHosts(expected.filter((name) => name !== null));
  const rows: CheckedRow[] = [];
  for (const [index, url] of urls.entries()) {
    const [answered, hops] = [answers[index], all[index]];
    if (answered === undefined || hops === undefined) continue;
    rows.push(
      await toRow(env, world, check, {
        url,
        line: firstLine + index,
        answered,
        hops,
        expected: expected[index] ?? null,
      }),
    );
  }
  return rows;
}

interface CheckedUrl {
  url: CheckUrl;
  line: number;
  answered: Answered;
  hops: Hops;
  /** The hostname of the location that is expected. */
  expected: Hostname | null;
}

async function toRow(
  env: Env,
  world: World,
  check: Check,
  { url, line, answered, hops, expected }: CheckedUrl,
): Promise<CheckedRow> {
  const { outcome, status, location } = answered;
  const own = location === null ? [] : [location];
  // The record itself answers after a redirect to https.
  const ofRecord = outcome === "upgrade" ? (hops.next[0] ?? answered) : answered;
  const locations = url.location === null ? own : [...own, ...(await listLocations(env, ofRecord))];
  const { result, reason } = judgeUrl(
    { location: url.location, status: url.status ?? check.status },
    { outcome, status, locations, hops: hops.next, isLoop: hops.isLoop },
  );
  const isWaiting = answered.host?.claim.isHeld === false;
  const row = {
    ...url,
    line,
    result,
    reason: isWaiting ? whileNotHeld(reason) : reason,
    actualStatus: status,
    actualLocation: location,
    recordId: recordOf(answered, world)?.id ?? null,
    hops: hops.next.map((hop) => ({
      url: hop.asked.request.url,
      status: hop.status,
      location: hop.location,
    })),
    target: targetOf(world, hops.next.at(-1) ?? answered, hops.isLoop),
  };
  const host = answered.host?.name ?? null;
  const inside = [...hops.next.map((hop) => hop.host), expected === null ? null : world.hostOf(expected)];
  return {
    row,
    host,
    names: [host ?? answered.asked.visit.hostname, ...inside.flatMap((one) => one?.name ?? [])],
  };
}

/** Returns the URL outside the workspace where a visitor ends, without its fragment. */
function targetOf(world: World, last: Answered, isLoop: boolean): string | null {
  const next = isLoop ? null : nextOf(last);
  return next === null || world.hostOf(next.hostname) !== null ? null : next.url;
}

function whileNotHeld(reason: Refusal | null): Refusal {
  return reason === null ? refuse("check_not_held") : refuse("check_and_not_held", { reason });
}
