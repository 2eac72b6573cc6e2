/**
 * How much one invocation does at once. An invocation may use 50 statements and 50 calls on the free plan, and 1,000 on
 * the paid one (contract 25.15).
 */

interface Portions {
  /** Snapshots that a consumer writes, each by a call. */
  snapshots: number;
  /** Snapshots that are written before a call of the API is answered. */
  snapshotsNow: number;
  /** Hostnames that become complete, each by a call. */
  completeHosts: number;
  /** Steps of a change that a call of the API takes, and a consumer. */
  changeStepsNow: number;
  changeSteps: number;
  /** Chunks of URLs that a step of a check explains, and targets that it requests. */
  checkChunks: number;
  checkTargets: number;
  /** Steps of a reprojection, and pages of keys of a sweep. */
  reprojectionSteps: number;
  keyPages: number;
  /** What one message checks or delivers. A destination takes about three requests, a hostname up to six. */
  destinations: number;
  hosts: number;
  notifications: number;
  /** Events that a webhook is sent one after the other. */
  events: number;
}

const PAID: Portions = {
  snapshots: 500,
  snapshotsNow: 50,
  completeHosts: 200,
  changeStepsNow: 8,
  changeSteps: Infinity,
  checkChunks: Infinity,
  checkTargets: 500,
  reprojectionSteps: 5,
  keyPages: 10,
  destinations: 10,
  hosts: 10,
  notifications: 10,
  events: 20,
};

const FREE: Portions = {
  snapshots: 20,
  snapshotsNow: 20,
  completeHosts: 20,
  changeStepsNow: 1,
  changeSteps: 2,
  checkChunks: 1,
  checkTargets: 10,
  reprojectionSteps: 1,
  keyPages: 1,
  destinations: 3,
  hosts: 2,
  notifications: 3,
  events: 3,
};

export function portionsOf({ PLAN }: { PLAN?: string }): Portions {
  return PLAN === "free" ? FREE : PAID;
}
