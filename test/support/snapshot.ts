import { plainHost } from "../../scripts/support/plain-host.ts";
import type { HostConfig, RecordSnapshot, Target } from "../../src/domain/snapshot.ts";
import { prepareDestination } from "../../src/domain/prepare-destination.ts";
import { NO_UTM } from "../../src/domain/utm.ts";
import { PRIMARY } from "../../src/domain/routing.ts";
import { toVisit, type Visit } from "../../src/visitor/visit.ts";

/** Snapshots and visits for tables of outcomes. */

export const NOW_MS = Date.UTC(2026, 0, 31, 12);

export function hostConfig(config: Partial<HostConfig> = {}): HostConfig {
  return { ...plainHost("go.example"), ...config };
}

export function target(destinations: string[], rest: Partial<Target> = {}): Target {
  const forwards = rest.forwardPath === true || rest.forwardQuery === true;
  return {
    destinations: destinations.map((destination) => prepareDestination(destination, NO_UTM, forwards)),
    routing: PRIMARY,
    forwardPath: false,
    forwardQuery: false,
    ...rest,
  };
}

export function recordSnapshot(record: Partial<RecordSnapshot> = {}): RecordSnapshot {
  return {
    id: "record",
    path: "/a",
    answer: { kind: "redirect", status: 302, target: target(["https://example.com/x"]) },
    ...record,
  };
}

export function visitOf(url: string, init: RequestInit = {}, nowMs = NOW_MS): Visit {
  return toVisit(new Request(url, init), nowMs);
}
