import { hostKey } from "../storage/snapshot/key.ts";
import { DEFAULT_QR_STYLE } from "../domain/qr-style.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type { drawQr } from "../qr/draw-qr.ts";
import { parseQrQuery } from "../qr/request.ts";
import { readLinkText } from "./link-text.ts";
import { listDestinations } from "./list-destinations.ts";
import type { FinalOutcome } from "./outcome.ts";
import { toShortUrl } from "./short-url.ts";
import { PAGE_METHODS } from "./resolve.ts";
import { isRead, type Visit, type Visiting } from "./visit.ts";

/** Shows the views of an alias (contract 15.6). `visit` is the visit of the alias itself, without the suffix. */

export async function showPreview(
  visiting: Visiting,
  config: HostConfig,
  record: RecordSnapshot,
  visit: Visit,
): Promise<FinalOutcome> {
  if (!isRead(visit)) return READ_ONLY;
  const shortUrl = toShortUrl(config, record, visit);
  const [text, qr] = await Promise.all([
    readLinkText(visiting, record),
    drawPreviewCode(visiting, config, shortUrl, record),
  ]);
  return {
    kind: "preview",
    shortUrl,
    // The link may pass the visitor's query on.
    continueUrl: visit.rawQuery === null ? shortUrl : `${shortUrl}?${visit.rawQuery}`,
    ...text,
    destinations: listDestinations(record, config, visit.nowMs),
    qr,
  };
}

export async function showPicture(
  visiting: Visiting,
  config: HostConfig,
  record: RecordSnapshot,
  visit: Visit,
): Promise<FinalOutcome> {
  if (!isRead(visit)) return READ_ONLY;
  const asked = parseQrQuery(visit.rawQuery);
  if (!asked.ok) return badRequest(asked.reason);
  const picture = await draw(visiting, config, toShortUrl(config, record, visit), record, asked.value);
  if (!picture.ok) {
    const { say } = await import("../domain/refusal/say.ts");
    return badRequest(`${picture.field} ${say(picture.reason)}`);
  }
  return { kind: "picture", contentType: picture.type, body: picture.body };
}

const READ_ONLY: FinalOutcome = { kind: "method-not-allowed", allow: PAGE_METHODS };

function badRequest(message: string): FinalOutcome {
  return { kind: "data", status: 400, data: { message } };
}

async function drawPreviewCode(
  visiting: Visiting,
  config: HostConfig,
  shortUrl: string,
  record: RecordSnapshot,
): Promise<string | null> {
  if (record.qr === undefined) return null;
  const picture = await draw(visiting, config, shortUrl, record, { format: "svg", width: 160 });
  return picture.ok && typeof picture.body === "string" ? picture.body : null;
}

async function draw(
  visiting: Visiting,
  config: HostConfig,
  url: string,
  { qr = DEFAULT_QR_STYLE, logo: own, plugins = [] }: RecordSnapshot,
  request: Parameters<typeof drawQr>[1],
) {
  const { drawQr } = await import("../qr/draw-qr.ts");
  const shown = typeof qr.logo === "string" ? own : qr.logo ? config.look?.logo : undefined;
  if (shown === undefined) return drawQr({ url, style: qr, plugins }, request);
  const { loadFile } = await import("./brand/load-file.ts");
  const text = await loadFile(visiting, hostKey(config.host), shown);
  const logo = text === null ? undefined : { type: shown.type, text };
  return drawQr({ url, style: qr, plugins, logo }, request);
}
