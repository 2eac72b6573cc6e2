import { cardPath, logoPath } from "../../domain/branding.ts";
import { PROBE_PATH } from "../../domain/probe-path.ts";
import { exactSlot } from "../../domain/slot.ts";
import { hostKey, snapshotKey } from "../../storage/snapshot/key.ts";
import type { LookUp } from "../finding.ts";
import { isRead, toVisit, type Visit, type Visiting } from "../visit.ts";
import { FILE_HEADERS, serveFile } from "./serve-file.ts";

/** Browsers may cache for a day, because a new picture has a new URL. */
const CACHING = "public, max-age=86400";

/** Serves the logo of a hostname, and no other file (contract 33.6). */
export async function serveLogo(
  visiting: Visiting,
  find: (visit: Visit) => LookUp | Promise<LookUp>,
): Promise<Response> {
  const visit = toVisit(visiting.request, visiting.nowMs);
  const { finding } = await find(visit);
  const config = finding.kind === "host" ? finding.config : undefined;
  const logo = config?.look?.logo;
  const isAsked = logo !== undefined && visit.requested.rawPath === PROBE_PATH + logoPath(logo);
  const served =
    config !== undefined && isAsked && isRead(visit)
      ? await serveFile(visiting, hostKey(config.host), logo, CACHING)
      : null;
  return served ?? notFound();
}

/**
 * Serves the stored picture of the record that answers the rest of the path, for messengers (contract 35.20). The number
 * in the URL is that of its content. A record that shows nobody its preview shows no picture either.
 */
export async function servePicture(
  visiting: Visiting,
  find: (visit: Visit) => LookUp | Promise<LookUp>,
): Promise<Response> {
  const { request, url, nowMs } = visiting;
  const [prefix = "", number = ""] = /\/\.well-known\/signpost\/picture-(\d+)/.exec(url) ?? [];
  const visit = toVisit(new Request(url.replace(prefix, ""), request), nowMs);
  const { finding } = await find(visit);
  const { config, match } = finding.kind === "host" ? finding : { config: undefined, match: null };
  const { picture, paused, passwordVersion, expiresAtMs = Infinity } = match?.record ?? {};
  const isHidden = paused === true || passwordVersion !== undefined || expiresAtMs <= nowMs;
  if (config === undefined || picture === undefined || isHidden || !isRead(visit)) return notFound();
  if (cardPath(picture) !== `picture-${number}`) return notFound();
  const shownBy = snapshotKey(config.host, exactSlot(visit.requested.folded));
  return (await serveFile(visiting, shownBy, picture, CACHING)) ?? notFound();
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: { ...FILE_HEADERS, "Cache-Control": "no-store" } });
}
