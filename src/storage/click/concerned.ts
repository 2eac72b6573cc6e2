import { isMiss } from "../../clicks/miss-tally.ts";
import type { ClickMessage } from "../../queue-messages.ts";

/** `?1` lists ids of records, `?2` hostnames. Deleted records count as long as an undo can bring them back. */
const SELECT_KNOWN = `
  SELECT r.id FROM json_each(?1) j CROSS JOIN records r ON r.id = j.value
  UNION ALL SELECT a.id FROM json_each(?1) j CROSS JOIN records_aside a ON a.id = j.value
  UNION ALL SELECT h.host FROM json_each(?2) j CROSS JOIN hosts h ON h.host = j.value`;

/** Returns the messages that have a click of a record, or a miss of a hostname, of this database. */
export async function selectConcerned(db: D1Database, messages: ClickMessage[]): Promise<ClickMessage[]> {
  if (messages.length === 0) return [];
  const ids = new Set<string>();
  const hosts = new Set<string>();
  for (const click of messages.flatMap(({ clicks }) => clicks)) {
    if (isMiss(click)) hosts.add(click[8]);
    else ids.add(click[0]);
  }
  const { results } = await db
    .prepare(SELECT_KNOWN)
    .bind(JSON.stringify([...ids]), JSON.stringify([...hosts]))
    .all<{ id: string }>();
  const known = new Set(results.map(({ id }) => id));
  return messages.filter(({ clicks }) =>
    clicks.some((click) => known.has(isMiss(click) ? click[8] : click[0])),
  );
}
