import { refuse } from "../../domain/refusal/refusal.ts";
import { newApp } from "../new-app.ts";
import { HTML_TYPE, isPicture, PNG_TYPE } from "../../domain/branding.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { deletePage, getPage, listPages, storePage } from "../../services/page/pages.ts";
import { decodeText, MAX_BODY_BYTES, readBytes } from "../body.ts";
import { fileBody, query, within } from "../endpoint.ts";
import { HttpError, SAFE_HEADERS } from "../error.ts";
import { answer, answerPage, unwrap } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import type { FileShape } from "../schema/shape.ts";
import type * as v from "valibot";

const PAGE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Routes of `/files`: stored pages and pictures (contract 14.7 and 33.4). */
export const fileRoutes = newApp()
  .get("/", within("viewer"), query(PageQuery), async (c) =>
    answerPage(await listPages(c.get("service"), toPageRequest(c.req.valid("query"))), toFileShape),
  )
  .get("/:name", within("viewer"), async (c) => {
    const file = await getPage(c.get("service"), c.req.param("name"));
    const { type, text } = unwrap(file);
    const isPng = type === PNG_TYPE;
    const bytes = isPng ? Uint8Array.from(atob(text), (one) => one.charCodeAt(0)) : text;
    // The file comes from a tenant, so it must not run as a page of the admin host.
    return c.body(bytes, 200, {
      "Content-Type": isPng ? type : `${type}; charset=utf-8`,
      "Content-Disposition": "attachment",
      "Content-Security-Policy": type === HTML_TYPE ? PAGE_POLICY : "sandbox",
      ...SAFE_HEADERS,
    });
  })
  .put("/:name", within("editor"), fileBody, async (c) => {
    const [given = ""] = (c.req.header("Content-Type") ?? "").split(";");
    const type = given.trim().toLowerCase();
    if (type !== HTML_TYPE && !isPicture(type)) {
      const types = "text/html, image/png or image/svg+xml";
      throw new HttpError(415, refuse("body_type", { records: types }));
    }
    const bytes = await readBytes(c, MAX_BODY_BYTES);
    if (type !== PNG_TYPE) decodeText(bytes);
    return answer(await storePage(c.get("service"), c.req.param("name"), { type, bytes }), toFileShape);
  })
  .delete("/:name", within("editor"), async (c) =>
    answer(await deletePage(c.get("service"), c.req.param("name")), (data) => ({ data })),
  );

function toFileShape(page: StoredPage): v.InferOutput<typeof FileShape> {
  return {
    name: page.name,
    type: page.type,
    size: page.sizeBytes,
    created_at: formatTimestamp(page.createdAtMs),
    updated_at: formatTimestamp(page.updatedAtMs),
  };
}
