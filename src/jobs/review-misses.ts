import { reviewMisses } from "../services/miss/review-misses.ts";
import { selectMissReviews, type MissReview } from "../storage/miss/review.ts";
import type { JobRun } from "./job-run.ts";

const HOSTS = 20;
const PATHS_AT_ONCE = 500;
/** The most statements of a step. */
const STATEMENTS = 10;

/**
 * Resolves, in steps, missed paths of hostnames with a new record that answers many paths (contract 31.8).
 * @returns whether some are left
 */
export async function reviewMissesOfHosts(
  { env, budget, nowMs }: JobRun,
  pathsAtOnce = PATHS_AT_ONCE,
): Promise<boolean> {
  const reviews = await selectMissReviews(env.DB, HOSTS);
  for (const found of reviews) {
    let review: MissReview | null = found;
    while (review !== null) {
      if (!budget.hasRoom(STATEMENTS)) return true;
      review = await reviewMisses(env, review, pathsAtOnce, nowMs);
    }
  }
  return reviews.length === HOSTS;
}
