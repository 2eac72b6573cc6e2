import { toCause } from "../deploy/first-link.ts";
import { CommandError } from "../support/command.ts";
import type { ProveContext } from "./context.ts";
import { outcomeOf, unseen, type Observation, type OutcomeKind } from "./observation.ts";

/** A step of the walk through "Not yet tested on Cloudflare" in docs/deploying.md. */
export interface Step {
  id: string;
  title: string;
  /** What it asks of the platform, as a sentence. */
  asks: string;
  /** What it changes and how that is undone, as sentences; null if it only reads. */
  changes: string | null;
  /** Returns why the step cannot run, before anybody is asked; null if it can. */
  lacks?(context: ProveContext): string | null;
  run(context: ProveContext): Promise<Observation[]>;
}

/** A step and what came of it, as the report shows it. */
export interface StepResult extends Pick<Step, "id" | "title" | "asks" | "changes"> {
  outcome: OutcomeKind;
  observations: Observation[];
  /** Why it failed; null for every other outcome. */
  error: string | null;
}

/**
 * Runs a step, after the person agreed if it changes something.
 * @param agree returns why the step may not run; null if it may
 */
export async function runStep(
  step: Step,
  context: ProveContext,
  agree: (changes: string) => Promise<string | null>,
): Promise<StepResult> {
  const { id, title, asks, changes } = step;
  const about = { id, title, asks, changes };
  const why = step.lacks?.(context) ?? (changes === null ? null : await agree(changes));
  if (why !== null) return { ...about, outcome: "skipped", observations: [unseen(why)], error: null };
  try {
    const observations = await step.run(context);
    return { ...about, outcome: outcomeOf(observations), observations, error: null };
  } catch (error) {
    const text = error instanceof CommandError ? error.message : toCause(error);
    return { ...about, outcome: "failed", observations: [], error: text };
  }
}
