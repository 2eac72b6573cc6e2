import { Hono } from "hono";
import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { deletePage } from "../../services/pages/delete-page.ts";
import { getPage, listPages } from "../../services/pages/read-pages.ts";
import { storePage, type PageFacts } from "../../services/pages/store-page.ts";
import { MAX_BODY_BYTES, readText, requireContentType } from "../body.ts";
import { endpoint, htmlAnswer, htmlBody } from "../endpoint.ts";
import { toHttpError } from "../error.ts";
import { answer, json, type AdminEnv } from "../request-context.ts";
import { collectionOf, DeletedShape, FileShape } from "../schema/shape.ts";

const tag = "Files";

/** Routes of `/files`: stored HTML pages that records can serve (contract 14.7). */
export const fileRoutes = new Hono<AdminEnv>()
  .get(
    "/",
    endpoint({ role: "viewer", tag, summary: "List stored pages", answer: collectionOf(FileShape) }),
    async (c) => json({ data: (await listPages(c.get("service"))).map(toFileShape) }),
  )
  .get(
    "/:name",
    endpoint({ role: "viewer", tag, summary: "Get a stored page", answer: htmlAnswer, errors: [404] }),
    async (c) => {
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
    },
  )
  .put(
    "/:name",
    endpoint({
      role: "editor",
      tag,
      summary: "Store a page",
      description: "At most 100 kB of HTML. Records that serve it show the new one.",
      answer: FileShape,
      errors: [400, 413, 415, 422],
    }),
    htmlBody,
    async (c) => {
      requireContentType(c, "text/html");
      const html = await readText(c, MAX_BODY_BYTES);
      return answer(await storePage(c.get("service"), c.req.param("name"), html), toFileShape);
    },
  )
  .delete(
    "/:name",
    endpoint({
      role: "editor",
      tag,
      summary: "Delete a stored page",
      description: "Refused while a record serves it.",
      answer: DeletedShape,
      errors: [404, 422],
    }),
    async (c) => answer(await deletePage(c.get("service"), c.req.param("name")), (data) => ({ data })),
  );

function toFileShape({ name, size, created_at, updated_at }: PageFacts): v.InferOutput<typeof FileShape> {
  return { name, size, created_at: formatTimestamp(created_at), updated_at: formatTimestamp(updated_at) };
}
