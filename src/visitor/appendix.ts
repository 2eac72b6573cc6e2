import { isDangerous } from "../domain/danger.ts";
import { toRequestedSource } from "../domain/match.ts";
import { foldCase, toUrlPath } from "../domain/path.ts";
import { DEFAULT_QR_STYLE } from "../domain/qr-style.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type { Env } from "../env.ts";
import type { drawQr } from "../qr/draw-qr.ts";
import { parseQrQuery } from "../qr/request.ts";
import { withDeadline } from "../deadline.ts";
import { readLinkText } from "../storage/link-text.ts";
import { chooseFor } from "./chance.ts";
import { lookUp } from "./lookup.ts";
import { isCounted, type Settled } from "./outcome.ts";
import { resolve, type Finding } from "./resolve.ts";
import { settleRecord, type Stage } from "./settle-record.ts";
import { hostOf, toShortUrl } from "./short-url.ts";
import type { Visit } from "./visit.ts";

/** What may follow an alias: `+` asks where it leads (contract 15.6), `.qr` for its picture (contract 16.2). */
export interface Appendix {
  kind: "preview" | "picture";
  /** The same visit without it. */
  visit: Visit;
}

/** Null where nothing of the kind was asked for, or a record has this very path. */
export function readAppendix({ visit, finding, outcome }: Stage): Appendix | null {
  const { path, segments } = visit.requested;
  if (segments !== 1 || outcome.kind === "upgrade" || outcome.kind === "options") return null;
  if (finding.kind !== "host") return null;
  if (finding.match !== null && foldCase(finding.match.record.path) === visit.requested.folded) return null;
  if (path.endsWith("+")) return { kind: "preview", visit: without(visit, path.slice(0, -1)) };
  return path.endsWith(".qr") ? { kind: "picture", visit: without(visit, path.slice(0, -3)) } : null;
}

function without(visit: Visit, path: string): Visit {
  return { ...visit, requested: toRequestedSource(toUrlPath(path), "") };
}

/** Null where no alias stands in front of it. */
export async function answerAppendix(stage: Stage, { kind, visit }: Appendix): Promise<Settled | null> {
  const finding = await lookUp(visit, stage.tiers);
  if (finding.kind !== "host" || finding.match === null) return null;
  const { config, match } = finding;
  if (match.record.isAlias !== true || foldCase(match.record.path) !== visit.requested.folded) return null;
  if (kind === "picture") return showPicture(config, match.record, visit);
  return showPreview({ ...stage, visit, finding }, config, match.record);
}

async function showPreview(
  stage: Omit<Stage, "outcome"> & { finding: Finding },
  config: HostConfig,
  record: RecordSnapshot,
): Promise<Settled> {
  const { env, visit, finding } = stage;
  const outcome = resolve(finding, visit, (of, target) => chooseFor(of, target, visit, Math.random));
  // A protected record tells nothing to those that it does not know, and one that leads nowhere has nothing to tell.
  if (!isCounted(outcome)) return settleRecord({ ...stage, outcome });
  if (!isRead(visit)) return READ_ONLY;
  const shortUrl = toShortUrl(config, record, visit);
  const [text, qr] = await Promise.all([readText(env, record), drawCode(shortUrl, record)]);
  return {
    kind: "preview",
    shortUrl,
    continueUrl: shortUrl,
    ...text,
    destinationHost: hostsOf(record, config, visit),
    qr,
  };
}

const READ_ONLY: Settled = { kind: "method-not-allowed", allow: "GET, HEAD, OPTIONS" };

function isRead({ method }: Visit): boolean {
  return method === "GET" || method === "HEAD";
}

const TEXT_DEADLINE_MS = 1_000;

/** The page does without title and description rather than fail. */
async function readText(env: Env, { id, title, description }: RecordSnapshot) {
  if (title !== undefined && description !== undefined) return { title, description };
  try {
    const text = await withDeadline(readLinkText(env.DB, id), TEXT_DEADLINE_MS);
    return text ?? { title: "", description: "" };
  } catch (error) {
    console.warn(`a preview goes without its texts: ${String(error)}`);
    return { title: "", description: "" };
  }
}

/** Of all destinations that a visit may be sent to. */
function hostsOf({ answer }: RecordSnapshot, config: HostConfig, { hostname }: Visit): string {
  if (answer.kind !== "redirect" && answer.kind !== "frame") return hostname;
  const { target } = answer;
  const isShown = (index: number) =>
    (target.live?.includes(index) ?? true) && !isDangerous(config, target, index);
  const urls = target.destinations.filter((_, index) => isShown(index)).map(({ url }) => url);
  return [...new Set(urls.map(hostOf))].join(", ");
}

async function showPicture(
  config: HostConfig,
  record: RecordSnapshot,
  visit: Visit,
): Promise<Settled | null> {
  if (record.qr === undefined) return null;
  if (!isRead(visit)) return READ_ONLY;
  const asked = parseQrQuery(visit.rawQuery);
  if (!asked.ok) return badRequest(asked.reason);
  const picture = await draw(toShortUrl(config, record, visit), record, asked.value);
  if (!picture.ok) return badRequest(`${picture.field} ${picture.reason}`);
  return { kind: "picture", contentType: picture.type, body: picture.body };
}

function badRequest(message: string): Settled {
  return { kind: "data", status: 400, data: { message } };
}

async function drawCode(shortUrl: string, record: RecordSnapshot): Promise<string | null> {
  const picture = await draw(shortUrl, record, { format: "svg", width: 160 });
  return picture.ok && typeof picture.body === "string" ? picture.body : null;
}

async function draw(
  url: string,
  { qr, plugins = [] }: RecordSnapshot,
  request: Parameters<typeof drawQr>[1],
) {
  const { drawQr } = await import("../qr/draw-qr.ts");
  return drawQr({ url, style: qr ?? DEFAULT_QR_STYLE, plugins }, request);
}
