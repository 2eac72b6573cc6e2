import type { Env } from "../env.ts";
import { reviewMisses } from "../services/miss/review-misses.ts";
import { selectMissReviews, type MissReview } from "../storage/miss/review.ts";

const BUDGET_MS = 10_000;
const HOSTS = 20;
const PATHS_AT_ONCE = 500;

/** Resolves, in steps, missed paths of hostnames with a new record that answers many paths (contract 31.8). */
export async function reviewMissesOfHosts(
  env: Env,
  nowMs: number,
  clock: () => number,
  pathsAtOnce = PATHS_AT_ONCE,
): Promise<void> {
  const startedMs = clock();
  for (const found of await selectMissReviews(env.DB, HOSTS)) {
    let review: MissReview | null = found;
    while (review !== null && clock() - startedMs < BUDGET_MS) {
      review = await reviewMisses(env, review, pathsAtOnce, nowMs);
    }
  }
}
