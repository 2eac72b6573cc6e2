import { toParts, toUpgradeParts, type LocationPart } from "../domain/location-part.ts";
import type { Reach } from "../domain/reach.ts";
import type { LinkRecord } from "../domain/record.ts";
import type { Env } from "../env.ts";
import { answerQuestion, type Answered } from "./answer.ts";
import { judgeDestination } from "./chance.ts";
import { lookAtEdge } from "./edge.ts";
import type { Explanation } from "./explanation.ts";
import { followAll } from "./hop.ts";
import { toAsked, type Question } from "./question.ts";
import { listRules } from "./rule.ts";
import { listTried } from "./tried.ts";
import { listWarnings } from "./warning.ts";
import { World } from "./world.ts";

export interface ExplainRequest {
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
  const [edge, [hops]] = await Promise.all([
    lookAtEdge(env, world, answered, place, nowMs),
    followAll(env, world, [answered]),
  ]);
  const record = recordOf(answered, world);
  const { isLoop = false } = hops ?? {};
  const next = (hops?.next ?? []).map((hop) => ({ answered: hop, record: recordOf(hop, world) }));
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
