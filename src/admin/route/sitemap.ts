import type * as v from "valibot";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { listSitemaps, removeSitemap, storeSitemap } from "../../services/sitemap/sitemaps.ts";
import type { Sitemap } from "../../services/miss/list-misses.ts";
import { readText } from "../body.ts";
import { query, sitemapBody, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { answer, answerPage, hostOf } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import type { SitemapShape } from "../schema/miss-shape.ts";

const MAX_BYTES = 8 * 1024 * 1024;

function toShape({ host, urls, updatedAtMs }: Sitemap): v.InferOutput<typeof SitemapShape> {
  return { host, urls, updated_at: formatTimestamp(updatedAtMs) };
}

/** Routes of `/sitemaps`: pages to suggest for missed paths (contract 31.10). */
export const sitemapRoutes = newApp()
  .get("/", within("viewer"), query(PageQuery), async (c) =>
    answerPage(await listSitemaps(c.get("service"), toPageRequest(c.req.valid("query"))), toShape),
  )
  .put("/:host", within("editor"), sitemapBody, async (c) =>
    answer(await storeSitemap(c.get("service"), hostOf(c), await readText(c, MAX_BYTES)), toShape),
  )
  .delete("/:host", within("editor"), async (c) =>
    answer(await removeSitemap(c.get("service"), hostOf(c)), (data) => ({ data })),
  );
