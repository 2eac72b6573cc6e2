import type * as v from "valibot";
import type { Hostname } from "../../domain/hostname.ts";
import { toSoughtHostname } from "../../domain/parse-hostname.ts";
import { formatTimestamp } from "../../domain/timestamp.ts";
import { listSitemaps } from "../../services/sitemap/list-sitemaps.ts";
import { removeSitemap } from "../../services/sitemap/remove-sitemap.ts";
import { storeSitemap } from "../../services/sitemap/store-sitemap.ts";
import type { Sitemap } from "../../services/miss/types.ts";
import { readText } from "../body.ts";
import { query, sitemapBody, within } from "../endpoint.ts";
import { newApp } from "../new-app.ts";
import { answer, type AdminContext } from "../request-context.ts";
import { PageQuery, toPageRequest } from "../schema/list.ts";
import type { SitemapShape } from "../schema/miss-shape.ts";

const MAX_BYTES = 8 * 1024 * 1024;

function hostOf(c: AdminContext): Hostname {
  return toSoughtHostname(c.req.param("host") ?? "");
}

function toShape({ host, urls, updatedAtMs }: Sitemap): v.InferOutput<typeof SitemapShape> {
  return { host, urls, updated_at: formatTimestamp(updatedAtMs) };
}

/** Routes of `/sitemaps`: pages to suggest for missed paths (contract 31.10). */
export const sitemapRoutes = newApp()
  .get("/", within("viewer"), query(PageQuery), async (c) =>
    answer(
      await listSitemaps(c.get("service"), toPageRequest(c.req.valid("query"))),
      ({ items, cursor }) => ({
        data: items.map(toShape),
        meta: { cursor },
      }),
    ),
  )
  .put("/:host", within("editor"), sitemapBody, async (c) =>
    answer(await storeSitemap(c.get("service"), hostOf(c), await readText(c, MAX_BYTES)), toShape),
  )
  .delete("/:host", within("editor"), async (c) =>
    answer(await removeSitemap(c.get("service"), hostOf(c)), (data) => ({ data })),
  );
