import { toRecord, type RecordRow } from "../../../src/storage/record/row.ts";
import { toFacts, type HistoryFacts } from "../../../src/domain/history.ts";

/** Returns whether the history is an unbroken chain that ends at the current state. */

interface Entry {
  record_id: string;
  old: string;
  new: string;
}

export async function findBrokenHistory(db: D1Database): Promise<string[]> {
  const [records, entries] = await db.batch([
    db.prepare("SELECT r.* FROM records r WHERE EXISTS (SELECT 1 FROM history WHERE record_id = r.id)"),
    db.prepare("SELECT record_id, old, new FROM history ORDER BY record_id, id"),
  ]);
  const byRecord = Map.groupBy((entries?.results ?? []) as Entry[], (entry) => entry.record_id);
  return ((records?.results ?? []) as RecordRow[]).flatMap((row) =>
    followChain(row, byRecord.get(row.id) ?? []).map((problem) => `history of ${row.id}: ${problem}`),
  );
}

function followChain(row: RecordRow, entries: Entry[]): string[] {
  const problems: string[] = [];
  const standing = new Map<string, string>();
  for (const [place, entry] of entries.entries()) {
    const before = JSON.parse(entry.old) as Partial<HistoryFacts>;
    const after = JSON.parse(entry.new) as Partial<HistoryFacts>;
    if (Object.keys(before).join() !== Object.keys(after).join()) {
      problems.push(`entry ${place} has other keys before than after`);
    }
    for (const [key, value] of Object.entries(before)) {
      const known = standing.get(key);
      if (known !== undefined && known !== JSON.stringify(value)) {
        problems.push(
          `entry ${place} changes ${key} from ${JSON.stringify(value)}, but it stood at ${known}`,
        );
      }
    }
    for (const [key, value] of Object.entries(after)) standing.set(key, JSON.stringify(value));
  }
  const facts = toFacts(toRecord(row));
  for (const [key, value] of standing) {
    const now = JSON.stringify(facts[key as keyof HistoryFacts]);
    if (now !== value) problems.push(`it ends with ${key} at ${value}, and ${now} stands`);
  }
  return problems;
}
