import { refuse } from "../../domain/refusal/refusal.ts";
import { isForeignKeyViolation } from "../../storage/commit.ts";
import { selectPage } from "../../storage/page/read.ts";
import { deletePageRow } from "../../storage/page/write.ts";
import type { ServiceContext } from "../context.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";
import { findWriteProblem, writerOf } from "./writer.ts";

const NAMED = refuse("page_used_by_look");

/** Deletes a stored file that nothing shows (`DELETE /files/{name}`). */
export async function deletePage(ctx: ServiceContext, name: string): Promise<Result<null>> {
  const { DB } = ctx.env;
  try {
    if (await deletePageRow(DB, writerOf(ctx), name)) return done(null);
    if ((await selectPage(DB, ctx.caller.workspace.id, name)) === null) return NOT_FOUND;
    return invalid({ name: [(await findWriteProblem(ctx, name)) ?? NAMED] });
  } catch (error) {
    if (isForeignKeyViolation(error)) return invalid({ name: [refuse("page_used_by_record")] });
    throw error;
  }
}
