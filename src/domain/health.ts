import type { Condition } from "./routing.ts";
import { allDestinations, type Leading } from "./rule/rule.ts";

/** The monitor's data about a destination (contract 7.3). */
export interface DestinationHealth {
  state: "pending" | "healthy" | "broken";
  /** Failures in a row. */
  failures: number;
  /** The duration of the last successful check in milliseconds; null if none succeeded. */
  latencyMs: number | null;
  checkedAtMs: number;
  /** The reason why the last check failed; null if it succeeded. */
  reason: string | null;
}

export type Health = Record<string, DestinationHealth>;

/** The result of one check: an answer, a failure, or that the address must not be requested. */
export type CheckResult =
  | { kind: "success"; latencyMs: number }
  | { kind: "failure"; reason: string }
  | { kind: "unchecked"; reason: string };

const FAILURES_TO_BREAK = 3;

/** Returns the health after a check: broken after three failures in a row, healthy after one success. */
export function nextHealth(
  previous: DestinationHealth | undefined,
  result: CheckResult,
  nowMs: number,
): DestinationHealth {
  const before = previous ?? { state: "pending", failures: 0, latencyMs: null };
  switch (result.kind) {
    case "success":
      return {
        state: "healthy",
        failures: 0,
        latencyMs: result.latencyMs,
        checkedAtMs: nowMs,
        reason: null,
      };
    case "failure": {
      const failures = before.failures + 1;
      const state = failures >= FAILURES_TO_BREAK ? "broken" : before.state;
      return { ...before, state, failures, checkedAtMs: nowMs, reason: result.reason };
    }
    case "unchecked":
      return { ...before, checkedAtMs: nowMs, reason: result.reason };
  }
}

/**
 * Returns the health of a record's destinations after a run. The health of destinations without a result does
 * not change, and former destinations of the record are removed.
 */
export function healthAfter(
  { health, ...record }: Leading & Pick<Monitored, "health">,
  results: ReadonlyMap<string, CheckResult>,
  nowMs: number,
): Health {
  const entries = allDestinations(record).map((destination): [string, DestinationHealth | undefined] => {
    const previous = healthOf(health, destination);
    const result = results.get(destination);
    return [destination, result === undefined ? previous : nextHealth(previous, result, nowMs)];
  });
  return Object.fromEntries(entries.filter((entry): entry is [string, DestinationHealth] => !!entry[1]));
}

/** Returns the destinations that were not checked since a moment, each once. */
export function destinationsToCheck(
  { health, ...record }: Leading & Pick<Monitored, "health">,
  sinceMs: number,
): string[] {
  return [...new Set(allDestinations(record))].filter((destination) => {
    const known = healthOf(health, destination);
    return known === undefined || known.checkedAtMs < sinceMs;
  });
}

type MonitorState = "off" | "pending" | "healthy" | "broken";
export type WatchedState = Exclude<MonitorState, "off">;

interface Monitored extends Leading {
  health: Health;
  isNotify: boolean;
  isSwitchUnbrokenDestination: boolean;
}

/** Returns the field `monitor` of a record (contract 7.1). */
export function monitorStateOf(record: Monitored): MonitorState {
  if (!record.isNotify && !record.isSwitchUnbrokenDestination) return "off";
  return stateOf(record);
}

/** Returns the state of a record: broken if any destination is, healthy if all are. */
export function stateOf({ health, ...record }: Leading & Pick<Monitored, "health">): WatchedState {
  const states = allDestinations(record).map(
    (destination) => healthOf(health, destination)?.state ?? "pending",
  );
  if (states.includes("broken")) return "broken";
  return states.length > 0 && states.every((state) => state === "healthy") ? "healthy" : "pending";
}

/**
 * Returns the state that the owner knows after a run, and the notification to send: that a record broke, or
 * that a broken record is healthy again. A pending record changes nothing.
 */
export function nextNotification(
  notifiedState: WatchedState,
  state: WatchedState,
): { notifiedState: WatchedState; news: "broken" | "healthy" | null } {
  if (state === "pending" || state === notifiedState) return { notifiedState, news: null };
  return { notifiedState: state, news: state === "broken" || notifiedState === "broken" ? state : null };
}

export function conditionsOf({
  destinations,
  health,
}: Pick<Monitored, "destinations" | "health">): Condition[] {
  return destinations.map((destination) => {
    const known = healthOf(health, destination);
    if (known === undefined) return { state: "pending", latencyMs: null };
    // A destination that failed last time has no latency in that run.
    return { state: known.state, latencyMs: known.failures === 0 ? known.latencyMs : null };
  });
}

function healthOf(health: Health, destination: string): DestinationHealth | undefined {
  return Object.hasOwn(health, destination) ? health[destination] : undefined;
}
