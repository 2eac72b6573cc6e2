import { PROBE_PATH } from "../domain/probe-path.ts";
import type { Env } from "../env.ts";
import { finalize } from "../visitor/finalize.ts";
import type { Finding } from "../visitor/finding.ts";
import { unlockCookie } from "../visitor/gate/unlock-cookie.ts";
import type { FinalOutcome } from "../visitor/outcome.ts";
import { answerProbe } from "../visitor/probe.ts";
import { resolve } from "../visitor/resolve.ts";
import { respond, withHsts } from "../visitor/respond.ts";
import type { Visiting, Visit } from "../visitor/visit.ts";
import { narrow, toSpread, type Spread } from "./chance.ts";
import { toAsked, type Asked } from "./question.ts";
import { sourcesAfterLookup, type AnsweringHost, type World } from "./world.ts";

/** The answer that a visitor gets, decided by the functions that answer visitors. Counts no click, takes no place. */
export interface Answered {
  asked: Asked;
  finding: Finding;
  host: AnsweringHost | null;
  reads: ReadonlySet<string>;
  spread: Spread | null;
  /** The outcome for a visitor who is sent to the likeliest destination. */
  outcome: FinalOutcome["kind"] | "probe";
  status: number;
  location: string | null;
  headers: Headers;
  /** The index of that destination in the spread. */
  choice: number;
}

export async function answerAll(env: Env, world: World, questions: Asked[]): Promise<Answered[]> {
  await world.load(questions.map(({ visit }) => visit));
  const answers: Answered[] = [];
  for (const asked of questions) answers.push(await answerQuestion(env, world, asked));
  return answers;
}

/** Answers a question, whose visit must be loaded. */
export async function answerQuestion(env: Env, world: World, plain: Asked): Promise<Answered> {
  const asked = await toUnlocked(env, world, plain);
  const { request, visit } = asked;
  const find = async (other: Visit) => {
    await world.load([other]);
    return { finding: (await world.find(other)).finding, dependsOn: [] };
  };
  const isPlatforms = request.url.includes(PROBE_PATH);
  const probe = isPlatforms ? answerProbe(toVisiting(env, request, visit.nowMs), find) : null;
  const found = { asked, ...(await world.find(visit)) };
  if (probe !== null) {
    const { status, headers } = await probe;
    return { ...found, spread: null, choice: 0, outcome: "probe", status, headers, location: null };
  }
  const { finding } = found;
  const spread = finding.kind === "host" ? toSpread(finding, asked) : null;
  const choice = spread === null ? 0 : spread.chances.indexOf(Math.max(...spread.chances));
  return { ...found, spread, choice, ...(await answerFor(env, asked, finding, spread, choice)) };
}

/** Returns the Locations of all destinations to which the visitor may be sent. */
export async function listLocations(env: Env, answered: Answered): Promise<string[]> {
  const { asked, finding, spread, choice, location } = answered;
  const own = location === null ? [] : [location];
  if (spread === null || location === null) return own;
  for (const [index, chance] of spread.chances.entries()) {
    if (index === choice || chance === 0) continue;
    const other = await answerFor(env, asked, finding, spread, index);
    if (other.location !== null) own.push(other.location);
  }
  return own;
}

type Part = Pick<Answered, "outcome" | "status" | "location" | "headers">;

async function answerFor(
  env: Env,
  { request, visit }: Asked,
  whole: Finding,
  spread: Spread | null,
  index: number,
): Promise<Part> {
  const finding = whole.kind === "host" && spread !== null ? narrow(whole, spread, index) : whole;
  const config = finding.kind === "host" ? finding.config : undefined;
  const visiting = toVisiting(env, request, visit.nowMs);
  const outcome = await finalize({ visiting, visit, finding, outcome: resolve(finding, visit, () => index) });
  const { status, headers } = await withHsts(respond(outcome, visiting, config), visiting, config);
  return { outcome: outcome.kind, status, headers, location: headers.get("Location") };
}

/** Returns the request of a question, with the unlock cookie if the question says that the visitor has unlocked it. */
async function toUnlocked(env: Env, world: World, asked: Asked): Promise<Asked> {
  const { question } = asked;
  if (question.isUnlocked !== true) return asked;
  const { finding } = await world.find(asked.visit);
  const match = finding.kind === "host" ? (finding.alias ?? finding.match) : null;
  if (match?.record.passwordVersion === undefined) return asked;
  const lock = { recordId: match.record.id, passwordVersion: match.record.passwordVersion };
  const [cookie] = (await unlockCookie(env, lock, asked.visit)).split(";");
  return toAsked(question, cookie);
}

function toVisiting(env: Env, request: Request, nowMs: number): Visiting {
  const { url, method } = request;
  const sources = sourcesAfterLookup(nowMs);
  return { request, url, method, env, context: { waitUntil() {} }, nowMs, onlyLooks: true, sources };
}
