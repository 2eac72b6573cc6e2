import { toUrlPath, type CanonicalPath } from "../../domain/path.ts";
import { wholeOf } from "../../domain/reach.ts";
import type { Env } from "../../env.ts";
import { toAsked, type Asked } from "../../explain/question.ts";
import { World } from "../../explain/world.ts";
import { setMissState } from "../../storage/miss/read.ts";
import { moveMissReview, selectReviewedPaths, type MissReview } from "../../storage/miss/review.ts";

/**
 * Resolves the next missed paths of a hostname that a record answers now, by the lookup of visitors (contract 31.8).
 * May run several times for the same paths.
 * @param limit the number of paths that are compared
 * @returns the review of the following paths; null if there are none
 */
export async function reviewMisses(
  env: Env,
  review: MissReview,
  limit: number,
  nowMs: number,
): Promise<MissReview | null> {
  const { workspaceId, host } = review;
  const paths = await selectReviewedPaths(env.DB, review, limit);
  const open = paths.filter(({ state }) => state === "open");
  const world = new World(env, wholeOf(workspaceId), false);
  // A wildcard keeps the misses of the names that it answers. No workspace can connect the label `-`.
  const hostname = host.replace("*", "-");
  const questions = open.map(({ slot, path }): [slot: string, asked: Asked] => [
    slot,
    toAsked({ url: `http://${hostname}${toUrlPath(path as CanonicalPath)}`, atMs: nowMs }),
  ]);
  await world.load(questions.map(([, { visit }]) => visit));
  const answered: string[] = [];
  for (const [slot, { visit }] of questions) {
    const { finding } = await world.find(visit);
    if (finding.kind !== "host" || finding.match === null) continue;
    const { match, config } = finding;
    const isKept = config.misses === "all" && match.record.id === config.any?.id;
    if (!isKept) answered.push(slot);
  }
  const behind = paths.length < limit ? null : (paths.at(-1)?.slot ?? null);
  await env.DB.batch([
    setMissState(env.DB, workspaceId, host, answered, { state: "resolved", nowMs }),
    moveMissReview(env.DB, review, behind),
  ]);
  return behind === null ? null : { ...review, behind };
}
