import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { AssertionError } from "../../storage/commit.ts";
import {
  assertSlotsOfPage,
  getPageFacts,
  listSlotsOfPage,
  upsertPage,
  type PageFacts,
} from "../../storage/page/read.ts";
import type { ServiceContext } from "../context.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, type Result } from "../result.ts";

export type { PageFacts };

const MAX_PAGE_BYTES = 100_000;
const MAX_ATTEMPTS = 10;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** Stores an HTML page under a name; records that serve it show the new one (`PUT /files/{name}`). */
export async function storePage(ctx: ServiceContext, name: string, html: string): Promise<Result<PageFacts>> {
  const errors: FieldErrors = {};
  if (!NAME.test(name)) {
    addFieldError(
      errors,
      "name",
      "must start with a letter or digit and hold at most 100 of letters, digits, . _ -",
    );
  }
  if (new TextEncoder().encode(html).length > MAX_PAGE_BYTES) {
    addFieldError(errors, "body", `must have at most ${MAX_PAGE_BYTES} bytes`);
  }
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const upsert = upsertPage(DB, { workspaceId, name, html, nowMs: ctx.nowMs });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const touched = await listSlotsOfPage(DB, workspaceId, name);
    try {
      await publish(ctx, [assertSlotsOfPage(DB, workspaceId, name, touched), upsert], touched);
      const facts = await getPageFacts(DB, workspaceId, name);
      return facts === null ? failed({ code: "not_found" }) : done(facts);
    } catch (error) {
      // A record came to serve the page meanwhile, and has to show the new one as well.
      if (!(error instanceof AssertionError)) throw error;
    }
  }
  return failed({ code: "busy" });
}
