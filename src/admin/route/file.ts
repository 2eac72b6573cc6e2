import { newApp } from "../hono.ts";
import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { deletePage } from "../../services/page/delete-page.ts";
import { getPage, listPages } from "../../services/page/read-pages.ts";
import { storePage, type PageFacts } from "../../services/page/store-page.ts";
import { MAX_BODY_BYTES, readText } from "../body.ts";
import { endpoint, htmlBody } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { answer, json } from "../request-context.ts";
import type { FileShape } from "../schema/shape.ts";

/** Stored HTML pages that records can serve (section 9). */
export const fileRoutes = newApp()
  .get("/", endpoint("viewer"), async (c) =>
    json({ data: (await listPages(c.get("service"))).map(toFileShape) }),
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

function toFileShape({ name, size, created_at, updated_at }: PageFacts): v.InferOutput<typeof FileShape> {
  return { name, size, created_at: formatTimestamp(created_at), updated_at: formatTimestamp(updated_at) };
}
