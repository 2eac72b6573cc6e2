import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { assertSlotsOfPage, upsertPage } from "../../storage/page/write.ts";
import { isWhole, type Reach } from "../../domain/reach.ts";
import type { Slot } from "../../domain/slot.ts";
import { selectClaimKeys } from "../../storage/reach.ts";
import { selectPage, selectSlotsOfPage } from "../../storage/page/read.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { publish } from "../publish.ts";
import { requireRoleWithin } from "../require-role.ts";
import { done, failed, invalid, type Result } from "../result.ts";

export const MAX_PAGE_BYTES = 100_000;
const MAX_ATTEMPTS = 10;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The reason for a page that a caller with hostnames may not write, because other hostnames show it. */
const USED_BEYOND = "is used on hostnames that this token does not reach";

/** Returns whether a page shows on a hostname beyond the reach (contract 27.9). */
async function isUsedBeyond(db: D1Database, reach: Reach, slots: Slot[]): Promise<boolean> {
  if (isWhole(reach)) return false;
  const keys = await selectClaimKeys(db, reach, reach.hosts);
  return slots.some(({ host }) => !keys.includes(host));
}

/** Stores an HTML page under a name; records that serve it show the new one (`PUT /files/{name}`). */
export async function storePage(
  ctx: ServiceContext,
  name: string,
  html: string,
): Promise<Result<StoredPage>> {
  const refused = requireRoleWithin(ctx, "editor");
  if (refused !== null) return refused;
  const errors: FieldErrors = {};
  if (!NAME.test(name)) {
    addFieldError(
      errors,
      "name",
      "must have at most 100 characters of letters, digits, . _ - and begin with a letter or digit",
    );
  }
  if (new TextEncoder().encode(html).length > MAX_PAGE_BYTES) {
    addFieldError(errors, "body", `must have at most ${MAX_PAGE_BYTES} bytes`);
  }
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const workspaceId = ctx.caller.workspace.id;
  const upsert = upsertPage(DB, { workspaceId, name, html, nowMs: ctx.nowMs });
  // A conflict means that a record came to serve the page meanwhile: it has to show the new one as well.
  const retry = { attempts: MAX_ATTEMPTS, isConflict: isStale };
  const stored = await retryOnConflict(retry, async (): Promise<Result<StoredPage>> => {
    const touched = await selectSlotsOfPage(DB, workspaceId, name);
    if (await isUsedBeyond(DB, ctx.caller.reach, touched)) return invalid({ name: [USED_BEYOND] });
    await publish(ctx, [assertSlotsOfPage(DB, workspaceId, name, touched), upsert], touched);
    const facts = await selectPage(DB, workspaceId, name);
    return facts === null ? failed({ code: "not_found" }) : done(facts);
  });
  return stored ?? failed({ code: "busy" });
}
