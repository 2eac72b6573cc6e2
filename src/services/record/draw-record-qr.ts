import { refuse } from "../../domain/refusal/refusal.ts";
import { familyOf } from "../../domain/handler.ts";
import { toPublicUrl } from "../../domain/public-url.ts";
import type { LinkRecord } from "../../domain/record.ts";
import { DEFAULT_QR_STYLE, type QrStyle } from "../../domain/qr-style.ts";
import { formatSource, toUrlSuffix } from "../../domain/source.ts";
import type { QrPicture } from "../../qr/draw-qr.ts";
import type { QrRequest } from "../../qr/request.ts";
import type { ServiceContext } from "../context.ts";
import { done, invalid, type Result } from "../result.ts";
import { selectLogo } from "../../storage/page/appearance.ts";
import { selectFileContent } from "../../storage/page/read.ts";
import { getRecord } from "./records.ts";

interface NamedPicture {
  /** The alias of a short link, else the hostname. */
  name: string;
  picture: Extract<QrPicture, { ok: true }>;
}

/** Returns whether the URL of a record is one address, without a star or capture. */
function isOneAddress({ host, source }: LinkRecord): boolean {
  return !host.startsWith("*.") && (source.kind === "exact" || source.kind === "query");
}

/**
 * Draws the QR code of any record, in the default style if the record has none (contract 16).
 * @param requestUrl the URL of the request, whose port local URLs get
 */
export async function drawRecordQr(
  ctx: ServiceContext,
  id: string,
  request: QrRequest,
  requestUrl: string,
): Promise<Result<NamedPicture>> {
  const found = await getRecord(ctx, id);
  if (!found.ok) return found;
  const { record, isHttps } = found.value;
  if (!isOneAddress(record)) {
    return invalid({ url: [refuse("qr_many_addresses")] });
  }
  const url = toPublicUrl(record.host, toUrlSuffix(record.source), isHttps, requestUrl);
  const { drawQr } = await import("../../qr/draw-qr.ts");
  const style = record.qr ?? DEFAULT_QR_STYLE;
  const logo = await findLogo(ctx, style.logo, record);
  const subject = { url, style, plugins: record.plugins, logo: logo ?? undefined };
  const picture = await drawQr(subject, request);
  if (!picture.ok) return invalid({ [picture.field]: [picture.reason] });
  const isLink = familyOf(record.handler) === "link";
  return done({ name: isLink ? formatSource(record.source).slice(1) : record.host, picture });
}

function findLogo({ env, caller }: ServiceContext, logo: QrStyle["logo"], { host }: LinkRecord) {
  const { id } = caller.workspace;
  if (typeof logo === "string") return selectFileContent(env.DB, id, logo);
  return logo ? selectLogo(env.DB, id, host) : null;
}
