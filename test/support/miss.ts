import { env } from "cloudflare:workers";
import { foldMisses } from "../../src/jobs/fold-misses.ts";
import type { Miss } from "../../src/queue-messages.ts";
import { messageOf, store } from "./click.ts";
import { hostname } from "./hostname.ts";
import type { Hostname } from "../../src/domain/hostname.ts";
import { jobRun } from "./job-run.ts";
import { databasesOf } from "../../src/databases-of.ts";

/** Missed paths, as visits report them. */

export const PERSON =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36";

export interface MissFields {
  agent?: string;
  isCrawler?: 0 | 1;
  referrer?: string;
  atMs?: number;
  host?: Hostname;
}

/** A visit of a path that no record answers, as the queue brings it. */
export function missOn(visited: string, path: string, fields: MissFields = {}): Miss {
  const {
    agent = PERSON,
    isCrawler = 0,
    referrer = "",
    atMs = Date.now(),
    host = hostname(visited),
  } = fields;
  return ["", atMs, isCrawler, "", referrer, agent, "", path, host];
}

/** Has two people miss a path, so that it is listed. */
export async function missTwice(hostname: string, path: string): Promise<void> {
  await store([messageOf(...([missOn(hostname, path), missOn(hostname, path)] as never[]))]);
  for (const one of databasesOf(env)) await foldMisses(jobRun(one, Date.now()));
}
