import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { ATTEMPTS, retryOnConflict } from "../../runtime/retry-on-conflict.ts";
import { HTML_TYPE, isPicture } from "../../domain/branding.ts";
import { readPicture } from "../../domain/picture/read-picture.ts";
import { assertFileUse, selectFileUse, type FileUse } from "../../storage/page/appearance.ts";
import { assertSlotsOfPage, upsertPage } from "../../storage/page/write.ts";
import { selectPage, selectSlotsOfPage } from "../../storage/page/read.ts";
import { assertWritable } from "../../storage/page/writer.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import type { ServiceContext } from "../context.ts";
import { isStale } from "../is-conflict.ts";
import { publish } from "../publish.ts";
import { done, failed, invalid, NOT_FOUND, type Result } from "../result.ts";
import { findWriteProblem, writerOf } from "./writer.ts";

export const MAX_FILE_BYTES = 100_000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

export interface NewFile {
  /** `text/html`, `image/png` or `image/svg+xml`. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Stores a page or a picture under a name. All its users show the new content (`PUT /files/{name}`). */
export async function storePage(
  ctx: ServiceContext,
  name: string,
  file: NewFile,
): Promise<Result<StoredPage>> {
  const errors: FieldErrors = {};
  if (!NAME.test(name)) {
    addFieldError(errors, "name", refuse("not_page_name"));
  }
  const text = readContent(file, errors);
  if (hasFieldErrors(errors)) return invalid(errors);
  const { DB } = ctx.env;
  const writer = writerOf(ctx);
  const { workspaceId } = writer.reach;
  const { type } = file;
  const upsert = upsertPage(DB, writer, { name, type, text, nowMs: ctx.nowMs });
  // A conflict means that another record or hostname now shows the file, and must also show the new one.
  const retry = { attempts: ATTEMPTS.wide, isConflict: isStale };
  const stored = await retryOnConflict(retry, async (): Promise<Result<StoredPage>> => {
    const use = await selectFileUse(DB, workspaceId, name);
    const problem = findTypeProblem(type, use) ?? (await findWriteProblem(ctx, name));
    if (problem !== null) return invalid({ name: [problem] });
    const touched = await selectSlotsOfPage(DB, workspaceId, name);
    const assertions = [
      assertFileUse(DB, workspaceId, name, use),
      assertSlotsOfPage(DB, workspaceId, name, touched),
      assertWritable(DB, writer, name),
    ];
    await publish(ctx, [...assertions, upsert], touched);
    const facts = await selectPage(DB, workspaceId, name);
    return facts === null ? NOT_FOUND : done(facts);
  });
  return stored ?? failed({ code: "busy" });
}

/** Returns the stored text: the page or SVG itself, or the base64 of a PNG. */
function readContent({ type, bytes }: NewFile, errors: FieldErrors): string {
  if (bytes.length > MAX_FILE_BYTES) {
    addFieldError(errors, "body", refuse("too_many_bytes", { count: MAX_FILE_BYTES }));
    return "";
  }
  const content = readPicture(type, bytes);
  if (content.ok) return content.value;
  addFieldError(errors, "body", content.reason);
  return "";
}

/** Returns why a file may not change its type; null if it may. A file in use stays a page or a picture. */
function findTypeProblem(type: string, { isLogo, isPage }: FileUse): Refusal | null {
  if (isLogo && !isPicture(type)) return refuse("page_is_logo");
  return isPage && type !== HTML_TYPE ? refuse("page_is_shown") : null;
}
