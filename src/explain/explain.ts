import { CLICK_ID_PLACE } from "../domain/click-id.ts";
import { toParts, toUpgradeParts, type LocationPart } from "../domain/location-part.ts";
import type { Reach } from "../domain/reach.ts";
import type { LinkRecord } from "../domain/record.ts";
import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import type { Env } from "../env.ts";
import { answerQuestion, type Answered } from "./answer.ts";
import { judgeDestination, type DestinationVerdict } from "./chance.ts";
import { lookAtEdge, type Edge } from "./edge.ts";
import { followAll } from "./hop.ts";
import { toAsked, type Question } from "./question.ts";
import { listRules, type ExplainedRule } from "./rule.ts";
import { listTried, type Tried } from "./tried.ts";
import { World } from "./world.ts";

export interface Hop {
  answered: Answered;
  record: LinkRecord | null;
}

/** The answer that a visitor would get, and its reasons (contract 30). */
export interface Explanation {
  answered: Answered;
  /** The record that answers; null if none does. */
  record: LinkRecord | null;
  tried: Tried[];
  rules: ExplainedRule[];
  destinations: { url: string; chance: number; verdict: DestinationVerdict }[];
  parts: LocationPart[];
  edge: Edge;
  /** The further answers inside the workspace. */
  next: Hop[];
  warnings: Refusal[];
}

interface ExplainRequest {
  /** The part of the workspace that the caller sees. */
  reach: Reach;
  question: Question;
  /** True to explain also the records of waiting claims. */
  includesWaiting: boolean;
  /** The location of the edge; null if unknown. */
  place: string | null;
  nowMs: number;
}

/** Explains a visit. Throws as D1 does. */
export async function explainVisit(env: Env, request: ExplainRequest): Promise<Explanation> {
  const { reach, includesWaiting, place, nowMs } = request;
  const world = new World(env, reach, includesWaiting);
  const asked = toAsked(request.question);
  await world.load([asked.visit]);
  const answered = await answerQuestion(env, world, asked);
  const tried = listTried(answered, world);
  const [edge, [way]] = await Promise.all([
    lookAtEdge(env, world, answered, place, nowMs),
    followAll(env, world, [answered]),
  ]);
  const record = recordOf(answered, world);
  const { isLoop = false, next: hops = [] } = way ?? {};
  const next = hops.map((hop) => ({ answered: hop, record: recordOf(hop, world) }));
  const explanation = {
    answered,
    record,
    tried,
    rules: listRules(answered),
    destinations: listDestinations(answered, record),
    parts: listParts(answered),
    edge,
    next,
  };
  return { ...explanation, warnings: listWarnings(explanation, isLoop) };
}

/** Returns the record that answers a question; null if none does. */
export function recordOf({ finding }: Answered, world: World): LinkRecord | null {
  const match = finding.kind === "host" ? (finding.alias ?? finding.match) : null;
  return match === null ? null : (world.records.get(match.record.id) ?? null);
}

function listDestinations({ finding, spread }: Answered, record: LinkRecord | null) {
  if (spread === null || record === null || finding.kind !== "host") return [];
  const rule = record.rules.find(({ id }) => id === spread.rule?.id);
  return (rule ?? record).destinations.map((url, index) => ({
    url,
    chance: Math.round((spread.chances[index] ?? 0) * 10_000) / 10_000,
    verdict: judgeDestination(finding.config, spread, index),
  }));
}

function listParts({ finding, outcome, location, spread, choice, asked }: Answered): LocationPart[] {
  if (location === null) return [];
  if (outcome === "upgrade") return toUpgradeParts(location);
  const match = finding.kind === "host" ? finding.match : null;
  const destination = spread?.target.destinations[choice];
  if (outcome !== "redirect" || match === null || spread === null || destination === undefined) {
    return [{ text: location, from: "destination" }];
  }
  const { requested, rawQuery } = asked.visit;
  return toParts(location, {
    target: spread.target,
    destination,
    match,
    rawPath: requested.rawPath,
    rawQuery,
  });
}

/** Returns warnings about an explanation, as sentences. */
function listWarnings(
  { answered, record, destinations, edge, next }: Omit<Explanation, "warnings">,
  isLoop: boolean,
): Refusal[] {
  const { host, outcome, status, spread } = answered;
  const warnings: Refusal[] = [];
  if (host !== null && !host.claim.isHeld) {
    warnings.push(refuse("explain_not_held", { host: host.name }));
  }
  if (host?.claim.isHeld === true && host.claim.behindSinceMs !== null) {
    warnings.push(refuse("explain_behind"));
  }
  if (edge.shows === "older") warnings.push(refuse("explain_older"));
  const drawn = destinations.filter(({ verdict }) => verdict === "possible").length;
  if (drawn > 1) {
    warnings.push(refuse("explain_drawn", { count: drawn }));
  }
  if (destinations.some(({ verdict }) => verdict === "dangerous")) {
    warnings.push(refuse("explain_dangerous"));
  }
  const leads = outcome === "redirect" || outcome === "frame";
  if (record !== null && record.maxClicks !== null && leads) {
    warnings.push(refuse("explain_limit"));
  }
  if (answered.location?.includes(CLICK_ID_PLACE) === true)
    warnings.push(refuse("explain_click_id", { place: CLICK_ID_PLACE }));
  if (spread?.rule !== undefined && spread.rule !== null && (status === 301 || status === 308)) {
    warnings.push(refuse("explain_permanent"));
  }
  const hops = next.filter((hop) => hop.answered.location !== null).length;
  if (isLoop) warnings.push(refuse("explain_circle"));
  else if (hops > 0) warnings.push(refuse("explain_hops", { count: hops + 1 }));
  return warnings;
}
