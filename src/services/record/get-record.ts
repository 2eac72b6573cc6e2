import type { Runtime } from "../../domain/handler.ts";
import { getRecordWithHost } from "../../storage/record/write.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";
import type { RecordView } from "./internal/view.ts";

/** A record of the caller's workspace; those of the other runtime are not found (section 9). */
export async function getRecord(
  ctx: ServiceContext,
  id: string,
  runtime?: Runtime,
): Promise<Result<RecordView>> {
  const found = await getRecordWithHost(ctx.env.DB, ctx.caller.workspace.id, id, runtime);
  return found === null ? failed({ code: "not_found" }) : done(found);
}
