import { type ClaimKey, hostOfKey, waitingKey } from "../../domain/claim-key.ts";
import type { Hostname } from "../../domain/hostname.ts";
import type { LinkRecord } from "../../domain/record.ts";
import type { HostSnapshot, SlotSnapshot } from "../../domain/snapshot.ts";
import { HOST_SLOT, PLATFORM_PATHS, type SlotName } from "../../domain/slot.ts";
import { toRecordSnapshot } from "../../domain/to-snapshot.ts";
import { toRecord, type RecordRow } from "../record/row.ts";
import { hostKey, snapshotKey } from "../snapshot/key.ts";
import {
  toPictures,
  type PictureColumns,
  toHostSnapshot,
  toSlotSnapshot,
  type ConfigRow,
  type SlotRow,
} from "../snapshot/from-row.ts";
import { HOSTS_QUERY, OF_EACH_HOST, OWN_PICTURES, SHOWN_PICTURES, slotsQuery } from "../snapshot/query.ts";
import { splitForParameters, toJsonParts } from "../statement.ts";

/**
 * Reads snapshots of many hostnames and slots from the database, to explain visits of one workspace. One
 * statement reads the slots of thousands of visits.
 */

export interface ClaimedSnapshot {
  snapshot: HostSnapshot;
  key: ClaimKey;
  /** True if the claim holds the hostname, so that visitors get its records. */
  isHeld: boolean;
  /** The time since when the hostname is behind; null if it is not. Milliseconds since 1970. */
  behindSinceMs: number | null;
  records: Map<string, LinkRecord>;
}

/** The state of a hostname. `foreign` means that another workspace holds it. */
export type HostState = ClaimedSnapshot | "foreign" | null;

/**
 * Selects the states of hostnames. Of another workspace it shows only that it holds one of them.
 * @param includesWaiting whether waiting claims of the workspace also count
 */
export async function selectHostStates(
  db: D1Database,
  workspaceId: string,
  names: Hostname[],
  includesWaiting: boolean,
): Promise<Map<Hostname, HostState>> {
  const keys = includesWaiting ? names.flatMap((name) => [name, waitingKey(name, workspaceId)]) : names;
  const states = new Map<Hostname, HostState>(names.map((name) => [name, null]));
  for (const part of splitForParameters(keys)) {
    const [hosts, records] = (
      await db.batch([
        db.prepare(HOSTS_QUERY).bind(JSON.stringify(part), JSON.stringify(PLATFORM_PATHS)),
        db.prepare(RECORDS_QUERY).bind(JSON.stringify(part.map((key) => [key, HOST_SLOT])), workspaceId),
      ])
    ).map(({ results }) => results) as [ClaimRow[], PageRow[]];
    const groups = groupBySlot(records);
    for (const row of hosts) if (row.workspace_id !== null) keep(states, workspaceId, row, groups);
  }
  return states;
}

function keep(states: Map<Hostname, HostState>, workspaceId: string, row: ClaimRow, groups: Groups): void {
  const name = hostOfKey(row.host);
  if (row.workspace_id !== workspaceId) {
    if (states.get(name) === null) states.set(name, "foreign");
    return;
  }
  const isHeld = row.host === name;
  const known = states.get(name) ?? null;
  if (known !== null && known !== "foreign" && known.isHeld) return;
  const found = groups.get(hostKey(row.host)) ?? [];
  const snapshots = new Map([[hostKey(name), found.map(({ snapshot }) => snapshot)]]);
  const snapshot = toHostSnapshot({ ...row, host: name }, snapshots);
  states.set(name, {
    // A snapshot from the database is complete.
    snapshot: { ...snapshot, complete: true },
    key: row.host,
    isHeld,
    behindSinceMs: row.behind_since,
    records: new Map(found.map(({ record }) => [record.id, record])),
  });
}

type ClaimRow = Omit<ConfigRow, "host"> & { host: ClaimKey };

export type KeyedSlot = [key: ClaimKey, slot: SlotName];

interface SlotStates {
  snapshots: Map<string, SlotSnapshot>;
  records: Map<string, LinkRecord>;
}

export async function selectSlotStates(
  db: D1Database,
  workspaceId: string,
  slots: KeyedSlot[],
): Promise<SlotStates> {
  const states: SlotStates = { snapshots: new Map(), records: new Map() };
  for (const wanted of toJsonParts(slots)) {
    const [slotRows, recordRows] = (
      await db.batch([
        db.prepare(slotsQuery(OF_EACH_HOST)).bind(wanted),
        db.prepare(RECORDS_QUERY).bind(wanted, workspaceId),
      ])
    ).map(({ results }) => results) as [SlotRow[], PageRow[]];
    const groups = groupBySlot(recordRows);
    const snapshots = new Map(
      [...groups].map(([key, found]) => [key, found.map(({ snapshot }) => snapshot)]),
    );
    for (const row of slotRows) {
      states.snapshots.set(snapshotKey(row.host, row.slot), toSlotSnapshot(row, snapshots));
    }
    for (const found of groups.values()) {
      for (const { record } of found) states.records.set(record.id, record);
    }
  }
  return states;
}

// Pages are not read, because no header depends on the content of a stored page.
const RECORDS_QUERY = `
  WITH ${OF_EACH_HOST}
  SELECT r.*, iif(p.name IS NULL, NULL, '') AS html, ${SHOWN_PICTURES}
  FROM wanted c
  CROSS JOIN records r INDEXED BY records_by_slot ON r.host = c.host AND r.slot = c.slot
  LEFT JOIN pages p ON p.workspace_id = r.workspace_id AND p.name = coalesce(r.guarded_file, r.file)
  ${OWN_PICTURES}
  WHERE r.workspace_id = ?2
  ORDER BY r.id`;

type PageRow = RecordRow & { html: string | null } & PictureColumns;
type Groups = ReturnType<typeof groupBySlot>;

function groupBySlot(rows: PageRow[]) {
  const found = rows.map((row) => {
    const record = toRecord(row);
    // A waiting claim pauses its records. They are explained as if it held the hostname.
    const pauses = record.pauses.filter((cause) => cause !== "claim");
    const snapshot = toRecordSnapshot({
      ...record,
      pauses,
      html: row.html,
      ...toPictures(row),
    });
    return { key: snapshotKey(row.host, row.slot), record, snapshot };
  });
  return Map.groupBy(found, ({ key }) => key);
}
