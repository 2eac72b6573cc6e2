import { mapConcurrent } from "../../src/runtime/map-concurrent.ts";
import { audit } from "../../scripts/lab/testbed/audit.ts";
import type { Installation } from "./installation.ts";
import type { Release } from "./release.ts";

const VISITS_AT_ONCE = 8;

interface Redirect {
  host: string;
  source: string;
  destination: string;
  paused_by: string | null;
}

/** Visits every record that a hostname's holder has. Returns those that are not answered by their row. */
export async function findWrongVisits({ select, visit }: Installation, release: Release): Promise<string[]> {
  const redirects = await select<Redirect>(
    `SELECT host, source, destinations ->> 0 AS destination, paused_by FROM records WHERE instr(host, '|') = 0`,
  );
  const wrong: string[] = [];
  await mapConcurrent(redirects, VISITS_AT_ONCE, async (redirect) => {
    const { host, source, destination, paused_by: pausedBy } = redirect;
    const { status, location } = await visit(release, host, source);
    const isRight = pausedBy === null ? location === destination : status === 404;
    if (!isRight) wrong.push(`${release}: ${host}${source} is answered ${status} ${location}`);
  });
  return wrong;
}

/**
 * Compares KV with the database. The previous release does not tell whether hostnames are complete: a
 * visit that nothing answers lets this release find out, and write them anew.
 */
export async function findWrongSnapshots({ select, visit, worker }: Installation): Promise<string[]> {
  const wrong = await audit({ DB: worker.db, SNAPSHOTS: worker.store });
  const hosts = await select<{ host: string }>("SELECT host FROM hosts WHERE instr(host, '|') = 0");
  const untold = hosts.filter(({ host }) => wrong.some((problem) => problem.startsWith(`h:${host} `)));
  await mapConcurrent(untold, VISITS_AT_ONCE, ({ host }) => visit("current", host, "/nowhere"));
  return wrong;
}
