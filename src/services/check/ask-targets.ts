import type { TargetFinding } from "../../storage/check/write.ts";
import type { Env } from "../../env.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { mayAsk, readRobots, type RobotsRule } from "../../domain/check/robots.ts";
import type { TargetAnswer } from "../../domain/check/check.ts";
import { isRedirectStatus } from "../../domain/redirect-status.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../domain/time.ts";
import { envList } from "../../runtime/env-list.ts";
import { guardAddresses, type AddressGuard } from "../monitor/address-guard.ts";

// Requests the targets of one host, as its robots.txt and `Retry-After` allow (contract 30.17).

const ROBOT = "signpost-check";
const INTERVAL_MS = 200;
export const MAX_A_DAY = 20_000;
const TIMEOUT_MS = 10_000;
const ROBOTS_BYTES = 100_000;
const ROBOTS_REDIRECTS = 5;
/** The most origins of a host in its memory, because URLs may have any port. */
const ORIGINS_REMEMBERED = 20;
/** The wait before the next request to a host that gives no time and no reason. */
const WAIT_MS = 5 * MINUTE_MS;
const MAX_WAIT_MS = 7 * DAY_MS;

export interface HostMemory {
  /** The day in UTC; the number of its requests follows. */
  day: number;
  asked: number;
  /** The time until which the host is not requested. */
  quietUntilMs: number;
  /** The rules of robots.txt, by origin, because ports and schemes have their own; null if there are none. */
  robots: Record<string, { rules: RobotsRule[]; readAtMs: number }>;
}

export const NEW_MEMORY: HostMemory = { day: 0, asked: 0, quietUntilMs: 0, robots: {} };

interface AskTools {
  env: Env;
  memory: HostMemory;
  clock(): number;
  wait(ms: number): Promise<unknown>;
}

/** Requests URLs of one host, one after the other. Changes the memory of the host. */
export async function askTargets(urls: string[], tools: AskTools): Promise<TargetFinding[]> {
  const guard = guardAddresses(tools.env);
  const findings: TargetFinding[] = [];
  for (const url of urls) findings.push(await askTarget(new URL(url), guard, tools));
  return findings;
}

async function askTarget(url: URL, guard: AddressGuard, tools: AskTools): Promise<TargetFinding> {
  const permission = await guard(url);
  if (permission.kind !== "granted") return unasked(url, permission.reason);
  const rules = await rulesOf(url, guard, tools);
  if ("dueAtMs" in rules) return { url: url.href, dueAtMs: rules.dueAtMs };
  if (!mayAsk(rules.rules, url.pathname + url.search)) return unasked(url, refuse("target_robots"));
  const answer = await request(url, tools);
  if ("dueAtMs" in answer) return { url: url.href, dueAtMs: answer.dueAtMs };
  if (answer.response === null) return unasked(url, answer.reason);
  const { status, headers } = answer.response;
  await answer.response.body?.cancel().catch(() => {});
  return { url: url.href, answer: { status, location: headers.get("Location"), reason: null } };
}

async function rulesOf(
  url: URL,
  guard: AddressGuard,
  tools: AskTools,
): Promise<{ rules: RobotsRule[] } | { dueAtMs: number }> {
  const { memory, clock } = tools;
  const known = memory.robots[url.origin];
  if (known !== undefined && clock() - known.readAtMs < DAY_MS) return known;
  const answer = await requestRobots(url, guard, tools);
  if ("dueAtMs" in answer) return answer;
  const { response } = answer;
  const text = response?.ok === true ? await readBeginning(response) : "";
  await response?.body?.cancel().catch(() => {});
  // A host without the file allows all requests. If the host fails, it is requested later.
  if (response !== null && response.status >= 500) {
    memory.quietUntilMs = clock() + HOUR_MS;
    return { dueAtMs: memory.quietUntilMs };
  }
  const read = { rules: readRobots(text, ROBOT), readAtMs: clock() };
  if (known === undefined) forgetOrigin(memory);
  memory.robots[url.origin] = read;
  return read;
}

/** Makes room for an origin. The origins without a port stay, so that no number of ports has their rules read again. */
function forgetOrigin({ robots }: HostMemory): void {
  const origins = Object.keys(robots);
  if (origins.length < ORIGINS_REMEMBERED) return;
  const oldest = origins.find((origin) => new URL(origin).port !== "");
  if (oldest !== undefined) delete robots[oldest];
}

/**
 * Requests robots.txt, and follows its redirects on the same hostname, whatever their scheme and port (contract 30.17).
 * This object counts the requests to that hostname alone, and knows neither limits nor rules of another.
 */
async function requestRobots(target: URL, guard: AddressGuard, tools: AskTools): Promise<Requested> {
  let url = new URL("/robots.txt", target);
  for (let left = ROBOTS_REDIRECTS; ; left--) {
    const answer = await request(url, tools);
    if ("dueAtMs" in answer || answer.response === null) return answer;
    const next = left === 0 ? null : redirectOf(answer.response, url);
    if (next === null) return answer;
    await answer.response.body?.cancel().catch(() => {});
    const permission = await guard(next);
    if (permission.kind !== "granted") return { response: null, reason: permission.reason };
    url = next;
  }
}

function redirectOf({ status, headers }: Response, url: URL): URL | null {
  const location = headers.get("Location");
  const next = isRedirectStatus(status) && location !== null ? URL.parse(location, url.href) : null;
  return next?.hostname === url.hostname && /^https?:$/.test(next.protocol) ? next : null;
}

type Requested = { response: Response } | { response: null; reason: Refusal } | { dueAtMs: number };

async function request(url: URL, { env, memory, clock, wait }: AskTools): Promise<Requested> {
  const nowMs = clock();
  if (nowMs < memory.quietUntilMs) return { dueAtMs: memory.quietUntilMs };
  const day = Math.floor(nowMs / DAY_MS);
  if (memory.day !== day) Object.assign(memory, { day, asked: 0 });
  if (memory.asked >= MAX_A_DAY) return { dueAtMs: (day + 1) * DAY_MS };
  memory.asked++;
  await wait(INTERVAL_MS);
  const [page = ""] = envList(env.ADMIN_HOSTS);
  try {
    const response = await fetch(url, {
      redirect: "manual",
      cache: "no-store",
      headers: { "User-Agent": `Signpost-Check (+https://${page}/about-checks)`, Accept: "*/*" },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status !== 429 && response.status !== 503) return { response };
    memory.quietUntilMs = clock() + retryAfterOf(response, clock());
    await response.body?.cancel().catch(() => {});
    return { dueAtMs: memory.quietUntilMs };
  } catch {
    return { response: null, reason: refuse("target_none") };
  }
}

function retryAfterOf({ headers }: Response, nowMs: number): number {
  const text = headers.get("Retry-After") ?? "";
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs;
  return Number.isNaN(ms) ? WAIT_MS : Math.min(MAX_WAIT_MS, Math.max(1000, ms));
}

async function readBeginning(response: Response): Promise<string> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  try {
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk as Uint8Array<ArrayBuffer>);
      length += (chunk as Uint8Array).byteLength;
      if (length >= ROBOTS_BYTES) break;
    }
  } catch {
    // The part that has arrived is used.
  }
  return new TextDecoder().decode(await new Blob(chunks).arrayBuffer());
}

function unasked(url: URL, reason: Refusal): TargetFinding {
  const answer: TargetAnswer = { status: null, location: null, reason };
  return { url: url.href, answer };
}
