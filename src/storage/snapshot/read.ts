import type { Hostname } from "../../domain/hostname.ts";
import type { HostConfig, HostSnapshot, SlotSnapshot, SnapshotKey } from "../../domain/snapshot.ts";
import { HOST_SLOT, PLATFORM_PATHS, type Slot, type SlotName } from "../../domain/slot.ts";
import {
  groupBySlot,
  toHostSnapshot,
  toSlotSnapshot,
  type ConfigRow,
  type PageRecordRow,
  type SlotRow,
} from "./from-row.ts";
import { hostKey, snapshotKey } from "./key.ts";
import type { Snapshot } from "./memory.ts";
import { HOSTS_QUERY, OF_EACH_HOST, OF_FIRST_CONNECTED, recordsQuery, slotsQuery } from "./query.ts";

/**
 * The third tier, and the origin of the second: snapshots made from the database. `readSnapshots` is for visits
 * that neither memory nor KV can answer, `readProjections` for the writers of KV.
 */

/** The state of some hostnames in the database, and of slots of the first connected one. */
export interface DatabaseState {
  /** The snapshots by hostname, up to the first connected one. The snapshots before it are tombstones. */
  hosts: Map<Hostname, HostSnapshot>;
  /** The first connected host, to which the slots belong. */
  connected: HostConfig | null;
  slots: Map<string, SlotSnapshot>;
}

/** Returns further slots to read that depend on the connected hostname: the slots of its patterns. */
export type ListMoreSlots = (config: HostConfig) => Promise<SlotName[]>;

/**
 * Reads the snapshots for a visit in one operation, which sees one state of the database. A hostname with
 * patterns takes a second operation. Throws as D1 does.
 * @param hosts the hostnames that may answer, the best first
 * @param slots the slots to read of the first connected one
 */
export async function readSnapshots(
  db: D1Database,
  hosts: Hostname[],
  slots: SlotName[],
  listMore: ListMoreSlots,
): Promise<DatabaseState> {
  const hostList = JSON.stringify(hosts);
  const { records, slotRows, hostRows } = await read(db, [
    db.prepare(recordsQuery(OF_FIRST_CONNECTED)).bind(hostList, JSON.stringify([...slots, HOST_SLOT])),
    db.prepare(slotsQuery(OF_FIRST_CONNECTED)).bind(hostList, JSON.stringify(slots)),
    db.prepare(HOSTS_QUERY).bind(hostList, JSON.stringify(PLATFORM_PATHS)),
  ]);
  const at = hostRows.findIndex((row) => row.workspace_id !== null);
  const known = at < 0 ? hostRows : hostRows.slice(0, at + 1);
  const snapshots = known.map((row) => [row.host, toHostSnapshot(row, records)] as const);
  const connected = snapshots[at]?.[1].config ?? null;
  const state = {
    hosts: new Map(snapshots),
    connected,
    slots: new Map(slotRows.map((row) => [row.slot, toSlotSnapshot(row, records)])),
  };
  if (connected?.shapes === undefined) return state;
  const more = await listMore(connected);
  const unread = more
    .filter((slot) => !state.slots.has(slot))
    .map((slot) => ({ host: connected.host, slot }));
  if (unread.length === 0) return state;
  for (const [slot, snapshot] of await readSlots(db, unread)) state.slots.set(slot, snapshot);
  return state;
}

async function readSlots(db: D1Database, slots: Slot[]): Promise<[SlotName, SlotSnapshot][]> {
  const wanted = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  const { records, slotRows } = await read(db, [
    db.prepare(recordsQuery(OF_EACH_HOST)).bind(wanted),
    db.prepare(slotsQuery(OF_EACH_HOST)).bind(wanted),
  ]);
  return slotRows.map((row) => [row.slot, toSlotSnapshot(row, records)]);
}

/** Reads the snapshots that KV should have of slots, in one operation. Throws as D1 does. */
export async function readProjections(db: D1Database, slots: Slot[]): Promise<Map<SnapshotKey, Snapshot>> {
  const hosts = slots.filter(({ slot }) => slot === HOST_SLOT).map(({ host }) => host);
  const wanted = JSON.stringify(slots.map(({ host, slot }) => [host, slot]));
  const { records, slotRows, hostRows } = await read(db, [
    db.prepare(recordsQuery(OF_EACH_HOST)).bind(wanted),
    db.prepare(slotsQuery(OF_EACH_HOST)).bind(wanted),
    db.prepare(HOSTS_QUERY).bind(JSON.stringify(hosts), JSON.stringify(PLATFORM_PATHS)),
  ]);
  const snapshots = new Map<SnapshotKey, Snapshot>();
  for (const row of hostRows) {
    const snapshot = toHostSnapshot(row, records);
    if (snapshot.config !== null) snapshot.complete = row.behind_since === null;
    snapshots.set(hostKey(row.host), snapshot);
  }
  for (const row of slotRows) {
    if (row.slot !== HOST_SLOT) snapshots.set(snapshotKey(row.host, row.slot), toSlotSnapshot(row, records));
  }
  return snapshots;
}

/** Runs the queries of records, slots and, if there is a third, hostnames in one operation. */
async function read(db: D1Database, queries: D1PreparedStatement[]) {
  const results = (await db.batch(queries)).map((result) => result.results);
  const [recordRows, slotRows, hostRows = []] = results as [PageRecordRow[], SlotRow[], ConfigRow[]?];
  return { records: groupBySlot(recordRows), slotRows, hostRows };
}
