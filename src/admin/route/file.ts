import { newApp } from "../new-app.ts";
import type { StoredPage } from "../../domain/stored-page.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { deletePage } from "../../services/page/delete-page.ts";
import { getPage } from "../../services/page/get-page.ts";
import { listPages } from "../../services/page/list-pages.ts";
import { storePage } from "../../services/page/store-page.ts";
import { MAX_BODY_BYTES, readText } from "../body.ts";
import { endpoint, htmlBody } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { answer } from "../request-context.ts";
import type { FileShape } from "../schema/shape.ts";
import type * as v from "valibot";

/** Routes of `/files`: stored HTML pages that records can serve (contract 14.7). */
export const fileRoutes = newApp()
  .get("/", endpoint("viewer"), async (c) =>
    answer(await listPages(c.get("service")), (pages) => ({ data: pages.map(toFileShape) })),
  )
  .get("/:name", endpoint("viewer"), async (c) => {
    const page = await getPage(c.get("service"), c.req.param("name"));
    if (!page.ok) throw toHttpError(page.error);
    // Of the tenant's making: it must not run as a page of the admin host.
    return c.body(page.value, 200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Disposition": "attachment",
      "Content-Security-Policy": "sandbox",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    });
  })
  .put("/:name", endpoint("editor"), htmlBody, async (c) => {
    const html = await readText(c, MAX_BODY_BYTES);
    return answer(await storePage(c.get("service"), c.req.param("name"), html), toFileShape);
  })
  .delete("/:name", endpoint("editor"), async (c) =>
    answer(await deletePage(c.get("service"), c.req.param("name")), (data) => ({ data })),
  );

function toFileShape(page: StoredPage): v.InferOutput<typeof FileShape> {
  return {
    name: page.name,
    size: page.sizeBytes,
    created_at: formatTimestamp(page.createdAtMs),
    updated_at: formatTimestamp(page.updatedAtMs),
  };
}
