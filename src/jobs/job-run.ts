import type { Env } from "../env.ts";
import type { SentMessage } from "../services/send-messages.ts";
import type { Budget } from "./budget.ts";

/** One run of a job. */
export interface JobRun {
  /** The bindings. They count what the run uses. */
  env: Env;
  budget: Budget;
  /** The minute of cron. Milliseconds since 1970. */
  nowMs: number;
  /** Hands messages of one kind to their consumer. Returns those that it does not take now; they are due again. */
  deliver<M extends SentMessage>(messages: M[]): Promise<M[]>;
}

/** SQL, or a function that returns it; null if it cannot hold now. `?1` is the time in milliseconds since 1970. */
export type Condition = string | ((nowMs: number, env: Env) => string | null);
