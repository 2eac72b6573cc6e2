import type { Slot } from "./domain/slot.ts";
/**
 * The messages that travel through the queues, by the queue that carries them. Their consumer is
 * `jobs/consume.ts`. An older version of the Worker may still send or receive them during a deployment.
 */

export type QueueMessage = ProjectionMessage | ClickMessage | WatchMessage;

/** Work of the projection, which makes KV follow D1. */
export type ProjectionMessage =
  | { kind: "drain" }
  /** Snapshots that a visit could not read. */
  | { kind: "repair"; slots: Slot[] }
  /** A connected hostname that a visit did not find in KV. */
  | { kind: "refill"; host: string }
  /** Writes all slots of the hostnames that are marked for it once more. */
  | { kind: "reproject" }
  /** Marks hostnames as complete that are no longer behind. */
  | { kind: "complete-hosts" }
  /** Checks the keys of KV for values that have no record any more. */
  | { kind: "sweep-keys" };

export type WatchMessage =
  | { kind: "check-records"; ids: string[] }
  | { kind: "check-threats"; ids: string[] }
  | { kind: "check-hosts"; hosts: string[] }
  | { kind: "notify"; ids: string[] }
  /** Goes on with a change of many records. */
  | { kind: "change"; id: string; workspaceId: string }
  /** Goes on with the nightly backup. */
  | { kind: "backup" }
  | { kind: "count-records"; workspaceId: string; key: string }
  /** Takes the next step of a check of many URLs. */
  | { kind: "check-urls"; id: string };

/** Clicks of one isolate, sent together. A message with an id that was stored before is not counted again. */
export interface ClickMessage {
  kind: "clicks";
  /** The milliseconds of the first click in base 36, and random characters: ids sort by time. */
  id: string;
  clicks: (Click | Miss)[];
}

/**
 * One click, as short as it can be: under load there are many. The consumer interprets the texts. The previous
 * release sends the first six members only.
 */
export type Click = [
  recordId: string,
  /** Milliseconds since 1970. */
  atMs: number,
  /** Index among the record's destinations; -1 if the record serves a page. */
  destination: number,
  /** Two letters, or empty. */
  country: string,
  /** Hostname of the page that the visitor came from, or empty. */
  referrer: string,
  userAgent: string,
  /** The beginning of the header `Accept-Language`, or empty. */
  language?: string,
  /** The beginning of the query, without `?`, if it may name a source or campaign; else empty. */
  query?: string,
  /** The id of the rule that chose the destination, or empty. */
  rule?: string,
];

/**
 * A visit of a path that no record answered (contract 31), in the form of a click on no record: a release that does
 * not know it counts it nowhere.
 */
export type Miss = [
  recordId: "",
  atMs: number,
  /** 1 if it came from the published addresses of a search engine's crawler, else 0. */
  isCrawler: 0 | 1,
  country: "",
  referrer: string,
  userAgent: string,
  language: "",
  /** The raw path without its query, at most one character longer than any that is kept. */
  path: string,
  /** The connected hostname that answered. */
  host: string,
];
