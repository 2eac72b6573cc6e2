import type { Hostname } from "../../domain/hostname.ts";
import { parseSitemap } from "../../domain/sitemap.ts";
import { selectHosts } from "../../storage/host/read.ts";
import type { Sitemap } from "../../storage/sitemap/read.ts";
import { replaceSitemap } from "../../storage/sitemap/write.ts";
import type { ServiceContext } from "../context.ts";
import { suggestForHost } from "../miss/suggest-for-host.ts";
import { newId } from "../new-id.ts";
import { done, invalid, NOT_FOUND, type Result } from "../result.ts";

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
