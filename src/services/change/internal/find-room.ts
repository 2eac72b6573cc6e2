import { PLANS } from "../../../domain/plan.ts";
import { wholeOf } from "../../../domain/reach.ts";
import type { Change } from "../../../storage/change/row.ts";
import { selectRecordCount } from "../../../storage/workspace/read.ts";
import type { ServiceContext } from "../../context.ts";

/**
 * Returns when a workspace has room for all records that a mirror creates (contract 28.12). `later` is after its
 * deletions.
 */
export async function findRoom(
  { env, caller }: ServiceContext,
  { request, counts }: Pick<Change, "request" | "counts">,
): Promise<"now" | "later" | "never"> {
  const { id, plan } = caller.workspace;
  const { maxRecords } = PLANS[plan];
  const { created, deleted } = counts;
  if (request.kind !== "mirror" || maxRecords === null || created === 0 || deleted === 0) return "now";
  const wanted = (await selectRecordCount(env.DB, wholeOf(id))) + created;
  if (wanted <= maxRecords) return "now";
  return wanted - deleted <= maxRecords ? "later" : "never";
}
