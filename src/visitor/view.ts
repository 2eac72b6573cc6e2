import { isDangerous } from "../domain/danger.ts";
import { DEFAULT_QR_STYLE } from "../domain/qr-style.ts";
import type { HostConfig, RecordSnapshot } from "../domain/snapshot.ts";
import type { Env } from "../env.ts";
import type { drawQr } from "../qr/draw-qr.ts";
import { parseQrQuery } from "../qr/request.ts";
import { withDeadline } from "../runtime/deadline.ts";
import { selectLinkText } from "../storage/record/visit.ts";
import type { FinalOutcome } from "./outcome.ts";
import { hostOf, toShortUrl } from "./short-url.ts";
import { PAGE_METHODS } from "./resolve.ts";
import { isRead, type Visit } from "./visit.ts";
import { log } from "../runtime/log.ts";

/** The views of an alias (contract 15.6). `visit` is the visit of the alias itself, without the suffix. */

/** Shows where an alias leads that leads somewhere. */
export async function showPreview(
  env: Env,
  config: HostConfig,
  record: RecordSnapshot,
  visit: Visit,
): Promise<FinalOutcome> {
  if (!isRead(visit)) return READ_ONLY;
  const shortUrl = toShortUrl(config, record, visit);
  const [text, qr] = await Promise.all([readText(env, record), drawPreviewCode(shortUrl, record)]);
  return {
    kind: "preview",
    shortUrl,
    continueUrl: shortUrl,
    ...text,
    destinationHost: listDestinationHosts(record, config, visit),
    qr,
  };
}

/** Shows the QR code of an alias that has one. */
export async function showPicture(
  config: HostConfig,
  record: RecordSnapshot,
  visit: Visit,
): Promise<FinalOutcome> {
  if (!isRead(visit)) return READ_ONLY;
  const asked = parseQrQuery(visit.rawQuery);
  if (!asked.ok) return badRequest(asked.reason);
  const picture = await draw(toShortUrl(config, record, visit), record, asked.value);
  if (!picture.ok) return badRequest(`${picture.field} ${picture.reason}`);
  return { kind: "picture", contentType: picture.type, body: picture.body };
}

const READ_ONLY: FinalOutcome = { kind: "method-not-allowed", allow: PAGE_METHODS };

function badRequest(message: string): FinalOutcome {
  return { kind: "data", status: 400, data: { message } };
}

const TEXT_DEADLINE_MS = 1_000;

/** Leaves title and description out rather than fail. */
async function readText(env: Env, { id, title, description }: RecordSnapshot) {
  if (title !== undefined && description !== undefined) return { title, description };
  try {
    const text = await withDeadline(selectLinkText(env.DB, id), TEXT_DEADLINE_MS);
    return text ?? { title: "", description: "" };
  } catch (error) {
    log("warn", "preview_texts_unreadable", { error: String(error) });
    return { title: "", description: "" };
  }
}

/**
 * Names the hosts of all destinations that a visit may be sent to, by its rules as well. Empty for a record that
 * lets a limited number of visitors through: whoever reads it here would not be counted.
 */
function listDestinationHosts({ answer }: RecordSnapshot, config: HostConfig, { hostname }: Visit): string {
  if (answer.kind === "special" && answer.limit !== undefined) return "";
  const { given, rules = [] } = answer.kind === "special" ? answer : { given: answer };
  const answers = [given, ...rules.map((rule) => rule.answer)];
  const targets = answers.flatMap((one) => ("target" in one ? one.target : []));
  if (targets.length === 0) return hostname;
  const urls = targets.flatMap((target) =>
    target.destinations
      .filter((_, index) => (target.live?.includes(index) ?? true) && !isDangerous(config, target, index))
      .map(({ url }) => url),
  );
  return [...new Set(urls.map(hostOf))].join(", ");
}

async function drawPreviewCode(shortUrl: string, record: RecordSnapshot): Promise<string | null> {
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
