import { ALL, CONVERSION_KINDS } from "../domain/conversion.ts";
import type { Click } from "../queue-messages.ts";
import { classifyAgent } from "./classify.ts";
import { valuesOf, type ClickedRecord } from "./tally.ts";

/** The id of a click with what the click counted as. */
export type ClickIdRow = [id: string, workspaceId: string, recordId: string, atMs: number, facts: object];

/** Returns the ids that destinations got of people's clicks. Others are not stored. */
export function toClickIds(
  clicks: readonly Click[],
  records: ReadonlyMap<string, ClickedRecord>,
): ClickIdRow[] {
  return clicks.flatMap((click): ClickIdRow[] => {
    const [recordId, atMs, , , , userAgent, , , , id] = click;
    const record = records.get(recordId);
    const agent = id ? classifyAgent(userAgent) : null;
    if (!id || record === undefined || agent === null || agent.isBot) return [];
    const values = valuesOf(click, record, agent).filter(
      ([kind, value]) => value !== null && value !== "" && CONVERSION_KINDS.some((known) => known === kind),
    );
    return [[id, record.workspaceId, recordId, atMs, { [ALL]: "", ...Object.fromEntries(values) }]];
  });
}
