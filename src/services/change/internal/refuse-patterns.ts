import type { PlannedRow } from "../../../domain/change/change.ts";
import { MAX_PATTERNS } from "../../../domain/pattern.ts";
import { selectPatternSlots } from "../../../storage/record/read.ts";
import type { ServiceContext } from "../../context.ts";
import { placeField } from "../../write/place.ts";
import { TOO_MANY_PATTERNS } from "../../write/validate-writes.ts";

/**
 * Makes rows with captures invalid that exceed the patterns of their hostname, including the patterns that earlier
 * steps create (contract 22.4), because the checks of a step count only its own.
 * @param earlier the number of patterns that earlier steps create on each hostname
 * @returns the same numbers including this step
 */
export async function refusePatterns(
  ctx: ServiceContext,
  rows: PlannedRow[],
  earlier: Record<string, number> = {},
): Promise<Record<string, number>> {
  const created = rows.flatMap((row) =>
    row.result === "created" && row.place?.source.kind === "pattern" ? [{ row, host: row.place.host }] : [],
  );
  if (created.length === 0) return earlier;
  const hosts = created.map(({ host }) => host);
  const stored = await selectPatternSlots(ctx.env.DB, ctx.caller.reach, hosts);
  const storedOf = Map.groupBy(stored, ({ host }) => host);
  const counts = new Map(Object.entries(earlier));
  for (const { row, host } of created) {
    const count = counts.get(host) ?? 0;
    if ((storedOf.get(host)?.length ?? 0) + count < MAX_PATTERNS) counts.set(host, count + 1);
    else {
      row.result = "invalid";
      row.reasons = { [placeField(row.handler)]: [TOO_MANY_PATTERNS] };
    }
  }
  return Object.fromEntries(counts);
}
