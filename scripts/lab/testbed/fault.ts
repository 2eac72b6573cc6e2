/**
 * The faults that tests order from bindings, and the error messages of the platform. They are plain data, because
 * they are sent over a socket to the worker under test.
 */

export interface Fault {
  does:
    | "throw"
    /** Never answers; does its work after all when the fault is taken away. */
    | "hang"
    /** Does its work, and then throws: the answer got lost. */
    | "lose-answer"
    /** Reads of KV return `values` for the keys in it. */
    | "answer"
    /** Does its work, and is only counted. */
    | "count"
    /** The binding, variable or secret is not there at all. */
    | "be-missing";
  /** The words of the error. */
  text?: string;
  /** Only operations of this kind; by default all. */
  on?: "reads" | "writes";
  /** Only operations on D1 with this text in one of their statements. */
  sql?: string;
  /** Only operations on KV with a key that begins with this text. */
  key?: string;
  /** Only operations from the first to the last of these, counted from 1 since the order was given. */
  first?: number;
  last?: number;
  /** Only this share of the operations, at random. */
  share?: number;
  values?: Record<string, string | null>;
}

export type BreakableName =
  | "DB"
  | "SNAPSHOTS"
  | "PROJECTION"
  | "CLICKS"
  | "WATCH"
  | "ATTEMPTS"
  | "LIMITS"
  | "MISS_LIMITER"
  | "API_LIMITER"
  | "UNAUTHENTICATED_LIMITER"
  | "SIGNING_KEY";

export type Faults = Partial<Record<BreakableName, Fault>>;

/** The number of faults of each binding since the order. */
export type FaultCounts = Partial<Record<BreakableName, number>>;

/** The hostname of the control path: no hostname of a record. */
export const CONTROL_HOST = "control.test";

export const D1_FAILURES = {
  overloaded: "D1_ERROR: D1 DB is overloaded. Requests queued for too long.",
  crowded: "D1_ERROR: D1 DB is overloaded. Too many requests queued.",
  lost: "D1_ERROR: Network connection lost.",
  slow: "D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.",
  updated: "D1_ERROR: D1 DB reset because its code was updated.",
  unmarked: "D1 DB is overloaded. Requests queued for too long.",
  internal: "D1_ERROR: internal error; reference = 6hi9i83lajvi9r65mtnuni1t",
} as const;

export const KV_FAILURES = {
  throttled: "KV GET_BULK failed: 429 Too Many Requests",
  broken: "KV GET failed: 500 Internal Server Error",
  unavailable: "KV GET failed: 503 Service Temporarily Unavailable",
  putThrottled: "KV PUT failed: 429 Too Many Requests",
  putBroken: "KV PUT failed: 500 Internal Server Error",
} as const;

export const OBJECT_FAILURES = {
  overloaded: "Durable Object is overloaded. Requests queued for too long.",
  crowded: "Durable Object is overloaded. Too many requests for the same object within a 10 second window.",
  updated: "Durable Object reset because its code was updated.",
  slow: "Durable Object storage operation exceeded timeout which caused object to be reset.",
  lost: "Network connection lost.",
} as const;

export const QUEUE_FAILURES = {
  overloaded: "Queue send failed: Queue is overloaded. Please back off.",
  throttled: "Queue send failed: Too Many Requests",
} as const;
