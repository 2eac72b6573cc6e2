import type { Hostname } from "../../domain/hostname.ts";
import { listHostCandidates, toVisitedHostname } from "../../domain/visited-host.ts";
import { findBlockedHost } from "../../domain/blocklist.ts";
import { ALL_KINDS, findMatch, listSlots, toRequestedSource } from "../../domain/match.ts";
import type { SlotName } from "../../domain/slot.ts";
import { rankPatterns } from "../../domain/pattern-ranking.ts";
import { allDestinations } from "../../domain/rule/rule.ts";
import type { HostConfig } from "../../domain/snapshot.ts";
import { toLocation } from "../../domain/to-location.ts";
import {
  scanDestinations,
  selectOwnedRecord,
  selectRecordsOnHost,
  type OwnedRecord,
} from "../../storage/operator/record.ts";
import { readSnapshots, type DatabaseState, type ListMoreSlots } from "../../storage/snapshot/read.ts";

/** The target of a takedown: the record that answers a URL, all records on a hostname, or all that lead to one. */
export type TakedownTarget =
  | { kind: "url"; url: string }
  /** As an A-label. */
  | { kind: "host"; host: Hostname }
  /** As an A-label. Includes names below it. */
  | { kind: "destination"; host: Hostname };

const RECORDS_A_STEP = 500;
/** The number of rows that one statement searches. */
const SCANNED_A_STEP = 5_000;

type Read = (hosts: Hostname[], slots: SlotName[], listMore: ListMoreSlots) => Promise<DatabaseState>;

/**
 * Finds the records of a target in a database.
 * @param read reads what a visit of a URL reads; of several databases, if the installation has several
 */
export async function* findTakedown(
  db: D1Database,
  target: TakedownTarget,
  read: Read = (...visited) => readSnapshots(db, ...visited),
): AsyncGenerator<OwnedRecord[]> {
  switch (target.kind) {
    case "url":
      yield await findAnswering(db, target.url, read);
      return;
    case "host":
      yield* onHost(db, target.host);
      return;
    case "destination":
      yield* leadingTo(db, target.host);
  }
}

/** Finds the record that answers a URL, by the rules of the edge. */
async function findAnswering(db: D1Database, url: string, read: Read): Promise<OwnedRecord[]> {
  const { href, pathname, search } = new URL(url);
  const requested = toRequestedSource(pathname, search.slice(1));
  const hosts = listHostCandidates(toVisitedHostname(href)).map(({ host }) => host);
  const patternsOf = ({ shapes = [] }: HostConfig) => rankPatterns(shapes, requested);
  const { connected, slots } = await read(hosts, listSlots(ALL_KINDS, requested), async (config) =>
    listSlots(ALL_KINDS, requested, patternsOf(config)),
  );
  if (connected === null) return [];
  const match = findMatch(
    { ...connected, ...ALL_KINDS },
    requested,
    (slot) => slots.get(slot) ?? null,
    patternsOf(connected),
  );
  const found = match == null ? null : await selectOwnedRecord(db, match.record.id);
  return found === null ? [] : [found];
}

async function* onHost(db: D1Database, host: Hostname): AsyncGenerator<OwnedRecord[]> {
  for (let after = ""; ;) {
    const records = await selectRecordsOnHost(db, host, after, RECORDS_A_STEP);
    if (records.length > 0) yield records;
    if (records.length < RECORDS_A_STEP) return;
    after = records.at(-1)?.record.id ?? "";
  }
}

async function* leadingTo(db: D1Database, host: Hostname): AsyncGenerator<OwnedRecord[]> {
  const listed = [host];
  const leadsThere = ({ record }: OwnedRecord) =>
    allDestinations(record).some((url) => findBlockedHost(listed, toLocation(url)) !== null);
  for (let position: number | null = 0; position !== null;) {
    const scan = await scanDestinations(db, host, position, SCANNED_A_STEP);
    const records = scan.records.filter(leadsThere);
    if (records.length > 0) yield records;
    position = scan.position;
  }
}
