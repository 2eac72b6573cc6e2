import type { Hostname } from "./domain/hostname.ts";
import type { JobName } from "./domain/job.ts";
import type { Slot } from "./domain/slot.ts";
/**
 * The messages of the queues, grouped by queue. Their consumer is `jobs/consume.ts`. During a deployment an
 * older version of the Worker may still send or receive them.
 */

export type QueueMessage = (ProjectionMessage | ClickMessage | WatchMessage | JobMessage | MinuteMessage) & {
  /** The binding of the database whose work it is; absent for the first, and for what visits send. */
  database?: string;
};

/** Work of the projection, which makes KV follow D1. */
export type ProjectionMessage =
  | { kind: "drain" }
  /** Snapshots that a visit could not read. */
  | { kind: "repair"; slots: Slot[] }
  /** A connected hostname that a visit did not find in KV. */
  | { kind: "refill"; host: Hostname }
  /** Writes all slots of the hostnames with a reprojection again. */
  | { kind: "reproject" }
  | { kind: "complete-hosts" }
  /** Searches KV for keys that no longer have a record. */
  | { kind: "sweep-keys" };

export type WatchMessage =
  | { kind: "check-records"; ids: string[] }
  | { kind: "check-threats"; ids: string[] }
  | { kind: "check-hosts"; hosts: Hostname[] }
  | { kind: "notify"; ids: string[] }
  /** Webhooks to which something is due, or one of them with an event that somebody waits for. */
  | { kind: "deliver"; ids: string[]; event?: string }
  | { kind: "change"; id: string; workspaceId: string }
  | { kind: "backup" }
  | { kind: "count-records"; workspaceId: string; key: string }
  | { kind: "check-urls"; id: string };

/** A job that takes long. `lease` must still have the job when the message arrives. */
export interface JobMessage {
  kind: "job";
  job: JobName;
  lease: string;
}

/** A minute of cron in a further database. */
export interface MinuteMessage {
  kind: "minute";
  /** When cron was due. Milliseconds since 1970. */
  atMs: number;
}

/** The clicks that one isolate sends together. A message whose id is already stored is not counted again. */
export interface ClickMessage {
  kind: "clicks";
  /** The milliseconds of the first click in base 36, and random characters, so that ids sort by time. */
  id: string;
  clicks: (Click | Miss)[];
}

/**
 * One click, in a short form because there are many under load. The consumer interprets the texts. The previous
 * release sends only the first six members.
 */
export type Click = [
  recordId: string,
  /** Milliseconds since 1970. */
  atMs: number,
  /** The index among the record's destinations; -1 if the record serves a page. */
  destination: number,
  /** Two letters, or empty. */
  country: string,
  /** The hostname of the referring page, or empty. */
  referrer: string,
  userAgent: string,
  /** The part of the header `Accept-Language` that `toSentLanguage` returns, or empty. */
  language?: string,
  /** The beginning of the query, without `?`, if it may name a source or campaign; else empty. */
  query?: string,
  /** The id of the rule that chose the destination, or empty. */
  rule?: string,
  /** The random id that the destination got; absent unless the record asks for it. */
  id?: string,
];

/**
 * A visit of a path that no record answered (contract 31), in the form of a click on no record, so that releases
 * that do not know misses do not count it.
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
  /** The raw path without its query, at most one character longer than the longest path that is kept. */
  path: string,
  host: Hostname,
];
