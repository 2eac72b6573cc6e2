import type { Hostname } from "../../domain/hostname.ts";
import { covers } from "../../domain/reach.ts";
import { parseSitemap } from "../../domain/sitemap.ts";
import { selectHosts } from "../../storage/host/read.ts";
import {
  selectSitemaps,
  type Sitemap,
  replaceSitemap,
  deleteSitemap,
} from "../../storage/sitemap/sitemap.ts";
import type { ServiceContext } from "../context.ts";
import { readPage, type Page, type PageRequest } from "../cursor.ts";
import { suggestForHost } from "../miss/suggest-for-host.ts";
import { newId } from "../new-id.ts";
import { type Result, done, invalid, NOT_FOUND } from "../result.ts";

export async function listSitemaps(ctx: ServiceContext, page: PageRequest): Promise<Result<Page<Sitemap>>> {
  return readPage<Sitemap, string>({
    list: ["sitemaps"],
    ...page,
    positionOf: ({ host }) => host,
    read: (part) => selectSitemaps(ctx.env.DB, ctx.caller.reach, part),
  });
}

export async function storeSitemap(
  ctx: ServiceContext,
  host: Hostname,
  text: string,
): Promise<Result<Sitemap>> {
  const { env, caller, nowMs } = ctx;
  const workspaceId = caller.workspace.id;
  const hosts = await selectHosts(env.DB, caller.reach, [host]);
  if (!hosts.has(host)) return NOT_FOUND;
  const parsed = parseSitemap(text);
  if (!parsed.ok) return invalid({ body: [parsed.reason] });
  const urls = parsed.value;
  const sitemap = { workspaceId, host, urls, stamp: newId(nowMs), userId: caller.user.id, nowMs };
  await env.DB.batch(await replaceSitemap(env.DB, sitemap));
  ctx.background(suggestForHost(env.DB, { workspaceId, host }, nowMs));
  return done({ host, urls: urls.length, updatedAtMs: nowMs });
}

export async function removeSitemap(ctx: ServiceContext, host: Hostname): Promise<Result<null>> {
  if (!covers(ctx.caller.reach, host)) return NOT_FOUND;
  const [deleted] = await ctx.env.DB.batch(deleteSitemap(ctx.env.DB, ctx.caller.workspace.id, host));
  return deleted?.meta.changes ? done(null) : NOT_FOUND;
}
