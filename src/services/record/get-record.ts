import type { RecordFamily } from "../../domain/handler.ts";
import { selectRecordWithHost } from "../../storage/record/read.ts";
import type { ServiceContext } from "../context.ts";
import { done, NOT_FOUND, type Result } from "../result.ts";
import { readClicksLeft } from "./visitor-limit.ts";
import type { RecordView } from "./types.ts";

/** Returns a record of the caller's workspace. Records of the other family are not found (contract 12.4, 12.7). */
export async function getRecord(
  ctx: ServiceContext,
  id: string,
  family?: RecordFamily,
): Promise<Result<RecordView>> {
  const found = await selectRecordWithHost(ctx.env.DB, ctx.caller.reach, id, family);
  if (found === null) return NOT_FOUND;
  return done({ ...found, clicksLeft: await readClicksLeft(ctx.env, found.record) });
}
