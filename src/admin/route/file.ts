import { refuse } from "../../domain/refusal/refusal.ts";
import { newApp } from "../new-app.ts";
import { FILE_TYPES, HTML_TYPE, isBinary, ICO_TYPE, REGISTERED_ICO_TYPE } from "../../domain/branding.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { deletePage, getPage, listPages, storePage } from "../../services/page/pages.ts";
import type { Result } from "../../services/result.ts";
import { decodeText, MAX_BODY_BYTES, readBytes } from "../body.ts";
import { fileBody, query, within } from "../endpoint.ts";
import { HttpError, SAFE_HEADERS } from "../error.ts";
import { answer, answerPage, unwrap, type AdminContext } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";

const PAGE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Routes of `/files`: stored pages and pictures (contract 14.7 and 33.4). */
export const fileRoutes = newApp()
  .get("/", within("viewer"), query(PageQuery), async (c) =>
    answerPage(await listPages(c.get("service"), toPageRequest(c.req.valid("query"))), toFileShape),
  )
  .get("/:name", within("viewer"), async (c) =>
    answerContent(c, await getPage(c.get("service"), c.req.param("name"))),
  )
  .put("/:name", within("editor"), fileBody, async (c) => {
    const file = await readFile(c, FILE_TYPES);
    return answer(await storePage(c.get("service"), c.req.param("name"), file), toFileShape);
  })
  .delete("/:name", within("editor"), async (c) =>
    answer(await deletePage(c.get("service"), c.req.param("name")), (data) => ({ data })),
  );

/** Answers the content of a stored file, to be saved as a file. */
export function answerContent(c: AdminContext, file: Result<{ type: string; text: string }>) {
  const { type, text } = unwrap(file);
  const bytes = isBinary(type) ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : text;
  // The file comes from a tenant, so it must not run as a page of the admin host.
  return c.body(bytes, 200, {
    "Content-Type": isBinary(type) ? type : `${type}; charset=utf-8`,
    "Content-Disposition": "attachment",
    "Content-Security-Policy": type === HTML_TYPE ? PAGE_POLICY : "sandbox",
    ...SAFE_HEADERS,
  });
}

/** Reads a body of one of some media types. @throws HttpError 400, 413 or 415 */
export async function readFile(
  c: AdminContext,
  types: readonly string[],
): Promise<{ type: string; bytes: Uint8Array<ArrayBuffer> }> {
  const [given = ""] = (c.req.header("Content-Type") ?? "").split(";");
  const type = given.trim().toLowerCase().replace(REGISTERED_ICO_TYPE, ICO_TYPE);
  if (!types.includes(type)) {
    throw new HttpError(415, refuse("body_type", { records: types.join(", ") }));
  }
  const bytes = await readBytes(c, MAX_BODY_BYTES);
  if (!isBinary(type)) decodeText(bytes);
  return { type, bytes };
}

export function toFileShape(page: StoredPage) {
  return {
    name: page.name,
    type: page.type,
    size: page.sizeBytes,
    created_at: formatTimestamp(page.createdAtMs),
    updated_at: formatTimestamp(page.updatedAtMs),
  };
}
