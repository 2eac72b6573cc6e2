import { Hono } from "hono";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { deletePage } from "../../services/pages/delete-page.ts";
import { storePage, type PageFacts } from "../../services/pages/store-page.ts";
import { MAX_BODY_BYTES, readText, requireContentType } from "../body.ts";
import { answer, serviceFor, type AdminEnv } from "../request-context.ts";

/** Stored HTML pages that records can serve (section 9). */
export const fileRoutes = new Hono<AdminEnv>()
  .put("/:name", async (c) => {
    const service = serviceFor(c, "editor");
    requireContentType(c, "text/html");
    const html = await readText(c, MAX_BODY_BYTES);
    return answer(await storePage(service, c.req.param("name"), html), toFileShape);
  })
  .delete("/:name", async (c) => {
    const result = await deletePage(serviceFor(c, "editor"), c.req.param("name"));
    return answer(result, (data) => ({ data }));
  });

function toFileShape({ name, size, created_at, updated_at }: PageFacts) {
  return { name, size, created_at: formatTimestamp(created_at), updated_at: formatTimestamp(updated_at) };
}
