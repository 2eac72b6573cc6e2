import type { Runtime } from "../../domain/handler.ts";
import { getRecordWithHost } from "../../storage/records.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";
import type { RecordView } from "./view.ts";

/** Returns a record of the caller's workspace; those of the other runtime are not found (contract 12.4 and 12.7). */
export async function getRecord(
  ctx: ServiceContext,
  id: string,
  runtime?: Runtime,
): Promise<Result<RecordView>> {
  const found = await getRecordWithHost(ctx.env.DB, ctx.caller.workspace.id, id, runtime);
  return found === null ? failed({ code: "not_found" }) : done(found);
}
