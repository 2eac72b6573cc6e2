import {
  D1_FAILURES,
  KV_FAILURES,
  OBJECT_FAILURES,
  QUEUE_FAILURES,
  type BreakableName,
  type Faults,
} from "../testbed/fault.ts";

/** The phases of the soak: in each, one binding fails for some seconds. */
interface Phase {
  name: string;
  faults: Faults;
}

const healthy: Phase = { name: "all whole", faults: {} };

/** Only commits contain this text. */
const COMMIT = "UPDATE sequence";

const FAULTS_BY_PHASE: Record<string, Faults> = {
  "database overloaded now and then": { DB: { does: "throw", text: D1_FAILURES.overloaded, share: 0.3 } },
  "store fails now and then": { SNAPSHOTS: { does: "throw", text: KV_FAILURES.broken, share: 0.5 } },
  // A message of clicks survives two refusals in a row.
  "queue of clicks refuses twice": { CLICKS: { does: "throw", text: QUEUE_FAILURES.overloaded, last: 2 } },
  "database hangs": { DB: { does: "hang" } },
  "store hangs": { SNAPSHOTS: { does: "hang" } },
  "answers of commits get lost": { DB: { does: "lose-answer", text: D1_FAILURES.lost, sql: COMMIT } },
  "database and store down": {
    DB: { does: "throw", text: D1_FAILURES.slow },
    SNAPSHOTS: { does: "throw", text: KV_FAILURES.unavailable },
  },
  "counter of guesses overloaded": { ATTEMPTS: { does: "throw", text: OBJECT_FAILURES.overloaded } },
  "queue of clicks loses its answers": {
    CLICKS: { does: "lose-answer", text: QUEUE_FAILURES.throttled, last: 2 },
  },
  "limiters and the queue of snapshots down": {
    PROJECTION: { does: "hang" },
    MISS_LIMITER: { does: "throw" },
    API_LIMITER: { does: "throw" },
  },
};
const FAULTS: Phase[] = Object.entries(FAULTS_BY_PHASE).map(([name, faults]) => ({ name, faults }));

/** Whole and broken in turn. */
export function phaseAt(index: number): Phase {
  return index % 2 === 0 ? healthy : (FAULTS[((index - 1) / 2) % FAULTS.length] ?? healthy);
}

/** The number of phases after which every fault has occurred once. */
export const ALL_PHASES = 2 * FAULTS.length;

/** Statuses that a call may have because these bindings failed while it was under way. */
export function explains(broken: ReadonlySet<BreakableName>, kind: RequestKind, status: number): boolean {
  if (EXPECTED[kind].has(status)) return true;
  return status === 503 && BLAMED[kind].some((name) => broken.has(name));
}

export type RequestKind = "visit" | "miss" | "form" | "guess" | "call";

const EXPECTED: Record<RequestKind, Set<number>> = {
  visit: new Set([302]),
  // Past a hundred a minute an address is throttled.
  miss: new Set([404, 429]),
  form: new Set([200]),
  guess: new Set([303]),
  call: new Set([200]),
};

/** A visit and a form have nothing to blame: they are answered whatever fails. */
const BLAMED: Record<RequestKind, BreakableName[]> = {
  visit: [],
  miss: ["DB"],
  form: [],
  guess: ["DB", "ATTEMPTS"],
  call: ["DB"],
};
