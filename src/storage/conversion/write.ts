import type { ClickIdRow } from "../../clicks/click-ids.ts";
import type { Reach } from "../../domain/reach.ts";
import { hostsParameter, keyWithin } from "../reach.ts";
import { bindParts } from "../statement.ts";

/**
 * Stores ids of clicks and conversions. A conversion may come before the click, which waits in a queue: triggers count it
 * when the second of both is stored (contract 38.6).
 */

const STORE_IDS = `
  INSERT INTO click_ids (id, workspace_id, record_id, at, facts)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value -> 4 FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;

export function prepareClickIds(db: D1Database, rows: ClickIdRow[]): D1PreparedStatement[] {
  return rows.length === 0 ? [] : bindParts(db, STORE_IDS, rows);
}

export interface Conversion {
  clickId: string;
  name: string;
  /** The value in hundredths. */
  amount: number;
}

/** Triggers refuse a name beyond those that a workspace may use, and a conversion beyond those that may wait. */
const STORE = `
  INSERT INTO conversions (click_id, name, workspace_id, hosts, amount, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
  ON CONFLICT DO NOTHING`;

const READ = `
  SELECT EXISTS (SELECT 1 FROM conversion_names WHERE workspace_id = ?3 AND name = ?2) AS isNamed, (
    SELECT is_counted FROM conversions v LEFT JOIN records r ON r.id = v.record_id
    WHERE click_id = ?1 AND name = ?2 AND v.workspace_id = ?3
      AND (is_counted = 0 OR ${keyWithin("r.host", "?4", "?3")})) AS isCounted`;

interface StoredConversion {
  /** False if the workspace has the most names, and this is not one of them. */
  isNamed: 0 | 1;
  /** 0 if it waits for its click; null if its sender may not know the click, or too many wait. */
  isCounted: 0 | 1 | null;
  isNew: boolean;
}

/**
 * Stores a conversion, and counts it if its click is known. Once for each click and name.
 * @param noted further statements of the transaction
 */
export async function storeConversion(
  db: D1Database,
  reach: Reach,
  { clickId, name, amount }: Conversion,
  nowMs: number,
  noted: D1PreparedStatement[],
): Promise<StoredConversion> {
  const key = [clickId, name, reach.workspaceId] as const;
  const hosts = hostsParameter(reach);
  const results = await db.batch([
    db.prepare(READ).bind(...key, hosts),
    db.prepare(STORE).bind(...key, hosts, amount, nowMs),
    db.prepare(READ).bind(...key, hosts),
    ...noted,
  ]);
  const rowOf = (at: number) => results[at]?.results[0] as Omit<StoredConversion, "isNew">;
  return { ...rowOf(2), isNew: rowOf(0).isCounted !== 1 };
}
