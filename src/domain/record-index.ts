import type { Hostname } from "./hostname.ts";
import { ALL_KINDS, findMatch, type BroadSource, type Match, type RequestedSource } from "./match.ts";
import { SNAPSHOT_VERSION, type SlotSnapshot } from "./snapshot.ts";
import { exactSlot, HOST_SLOT, type SlotName } from "./slot.ts";
import { slotOf } from "./source.ts";
import { foldPath } from "./path.ts";
import { toRecordSnapshot, type VisibleRecord } from "./to-snapshot.ts";

/** A record whose page is not read, because no Location depends on it. */
type Indexed = Omit<VisibleRecord, "html"> & { host: Hostname };

export interface FoundRecord<R> {
  match: Match;
  record: R;
}

export function toSnapshotOf(record: Indexed) {
  return toRecordSnapshot({ ...record, html: null });
}

/** Finds records by the rules of the edge, among records that are in memory. */
export class RecordIndex<R extends Indexed> {
  private readonly slots = new Map<string, SlotSnapshot>();
  private readonly byId = new Map<string, R>();

  constructor(records: R[]) {
    for (const record of records) {
      const { id, host, source } = record;
      this.byId.set(id, record);
      this.slot(host, slotOf(source)).records.push(toSnapshotOf(record));
      if (source.kind === "query") this.slot(host, exactSlot(foldPath(source.path))).hasQueries = true;
    }
  }

  /** Yields the record that answers a request, then the one that would answer without it, and so on. */
  *answersOf(
    host: Hostname,
    requested: RequestedSource,
    patterns?: BroadSource[],
  ): Generator<FoundRecord<R>, void> {
    const passed = new Set<string>();
    const read = (slot: SlotName): SlotSnapshot | null => {
      const known = this.slots.get(`${host} ${slot}`);
      return known ? { ...known, records: known.records.filter(({ id }) => !passed.has(id)) } : null;
    };
    for (;;) {
      const any = read(HOST_SLOT)?.records[0] ?? null;
      const match = findMatch({ ...ALL_KINDS, any }, requested, read, patterns) ?? null;
      const record = match === null ? undefined : this.byId.get(match.record.id);
      if (match === null || record === undefined) return;
      yield { match, record };
      passed.add(record.id);
    }
  }

  private slot(host: Hostname, slot: SlotName): SlotSnapshot {
    const key = `${host} ${slot}`;
    const known = this.slots.get(key) ?? { v: SNAPSHOT_VERSION, seq: 0, records: [] };
    this.slots.set(key, known);
    return known;
  }
}
