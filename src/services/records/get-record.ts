import type { Runtime } from "../../domain/handler.ts";
import { listHosts } from "../../storage/hosts.ts";
import { getRecord as readRecord } from "../../storage/records.ts";
import type { ServiceContext } from "../context.ts";
import { done, failed, type Result } from "../result.ts";
import { toView, type RecordView } from "./view.ts";

/** A record of the caller's workspace; those of the other runtime are not found (section 9). */
export async function getRecord(
  ctx: ServiceContext,
  id: string,
  runtime?: Runtime,
): Promise<Result<RecordView>> {
  const workspaceId = ctx.caller.workspace.id;
  const stored = await readRecord(ctx.env.DB, workspaceId, id, runtime);
  if (stored === null) return failed({ code: "not_found" });
  const { record } = stored;
  const host = (await listHosts(ctx.env.DB, workspaceId, [record.host])).get(record.host);
  return host === undefined ? failed({ code: "not_found" }) : done(toView(record, host));
}
