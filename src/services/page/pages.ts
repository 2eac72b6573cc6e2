import type { Act } from "../../domain/activity.ts";
import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { addFieldError, hasFieldErrors, type FieldErrors } from "../../domain/field-error.ts";
import { ATTEMPTS } from "../../runtime/retry-on-conflict.ts";
import { HTML_TYPE, isBinary, isPicture } from "../../domain/branding.ts";
import { readPicture } from "../../domain/picture/read-picture.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { isForeignKeyViolation } from "../../storage/commit.ts";
import { assertFileUse, selectFileUse, type FileUse } from "../../storage/page/appearance.ts";
import {
  selectPage,
  selectSlotsOfPage,
  selectFileContent,
  type FileContent,
  selectPages,
} from "../../storage/page/read.ts";
import { assertSlotsOfPage, upsertPage, deletePageRow, assertWritable } from "../../storage/page/write.ts";
import { noteActivity } from "../activity/note-activity.ts";
import type { ServiceContext } from "../context.ts";
import { isMomentPosition, readPage, type MomentPosition, type Page, type PageRequest } from "../cursor.ts";
import { isStale, retryWrite } from "../is-conflict.ts";
import { publish } from "../publish.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";
import { findWriteProblem, writerOf } from "./writer.ts";

export const MAX_FILE_BYTES = 100_000;
const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

interface NewFile {
  /** One of `FILE_TYPES`. */
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
  return retryWrite(
    { attempts: ATTEMPTS.wide, isConflict: isStale },
    async (): Promise<Result<StoredPage>> => {
      const use = await selectFileUse(DB, workspaceId, name);
      const problem = findTypeProblem(type, use) ?? (await findWriteProblem(ctx, name));
      if (problem !== null) return invalid({ name: [problem] });
      const touched = await selectSlotsOfPage(DB, workspaceId, name);
      const assertions = [
        assertFileUse(DB, workspaceId, name, use),
        assertSlotsOfPage(DB, workspaceId, name, touched),
        assertWritable(DB, writer, name),
      ];
      await publish(ctx, [...assertions, upsert, ...noteFile(ctx, "changed", name)], touched);
      const facts = await selectPage(DB, workspaceId, name);
      return facts === null ? NOT_FOUND : done(facts);
    },
  );
}

function noteFile(ctx: ServiceContext, action: Act["action"], name: string) {
  return noteActivity(ctx, [{ kind: "file", action, subject: name, name }], true);
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
function findTypeProblem(type: string, { isLogo, isPage, isPhoto }: FileUse): Refusal | null {
  if (isPhoto && !isBinary(type)) return refuse("page_is_photo");
  if (isLogo && !isPicture(type)) return refuse("page_is_logo");
  return isPage && type !== HTML_TYPE ? refuse("page_is_shown") : null;
}

export async function getPage(ctx: ServiceContext, name: string): Promise<Result<FileContent>> {
  if (!NAME.test(name)) return NOT_FOUND;
  const content = await selectFileContent(ctx.env.DB, ctx.caller.workspace.id, name);
  return content === null ? NOT_FOUND : done(content);
}

export async function listPages(ctx: ServiceContext, page: PageRequest): Promise<Result<Page<StoredPage>>> {
  return readPage<StoredPage, MomentPosition>({
    list: ["files"],
    ...page,
    isPosition: isMomentPosition,
    positionOf: ({ createdAtMs, name }) => [createdAtMs, name],
    read: (part) => selectPages(ctx.env.DB, ctx.caller.workspace.id, part),
  });
}

const NAMED = refuse("page_used_by_look");

/** Deletes a stored file that nothing shows (`DELETE /files/{name}`). */
export async function deletePage(ctx: ServiceContext, name: string): Promise<Result<null>> {
  if (!NAME.test(name)) return NOT_FOUND;
  const { DB } = ctx.env;
  try {
    const [deleted] = await DB.batch([
      deletePageRow(DB, writerOf(ctx), name),
      ...noteFile(ctx, "deleted", name),
    ]);
    if (deleted?.meta.changes !== 0) return done(null);
    if ((await selectPage(DB, ctx.caller.workspace.id, name)) === null) return NOT_FOUND;
    return invalid({ name: [(await findWriteProblem(ctx, name)) ?? NAMED] });
  } catch (error) {
    if (isForeignKeyViolation(error)) return invalid({ name: [refuse("page_used_by_record")] });
    throw error;
  }
}
