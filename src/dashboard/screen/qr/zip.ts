import { downloadZip } from "client-zip";
import type { Query } from "../../api/client.ts";
import { walkPatiently } from "../../api/patient.ts";
import type { LinkRecord } from "../../api/types.ts";
import { DEFAULT_QR_STYLE } from "../../../domain/client/look.ts";
import type { QrRequest } from "../../../qr/request.ts";
import { drawPicture, type QrStyle } from "./draw-picture.ts";
import { newNames } from "./file-name.ts";
import { readLogo, type ShownLogo } from "./logo.ts";

/** The most pictures of one file. */
export const MAX_PICTURES = 5_000;

interface Zipped {
  query: Query;
  request: QrRequest;
  /** The pattern of the names of files. */
  names: string;
  onCount: (count: number) => void;
  isStopped: () => boolean;
}

export interface Zip {
  contents: Blob;
  count: number;
  /** The records whose picture could not be drawn, such as those with a star. */
  left: number;
}

/** Draws the picture of each record of a filter into one file; null if it was stopped. @throws ApiError */
export async function zipPictures({
  query,
  request,
  names,
  onCount,
  isStopped,
}: Zipped): Promise<Zip | null> {
  const nameOf = newNames(names);
  const logos = new Map<string, Promise<ShownLogo>>();
  const logoOf = (host: string, chosen: QrStyle["logo"]) => {
    const key = typeof chosen === "string" ? `file ${chosen}` : host;
    const known = logos.get(key) ?? readLogo(host, chosen);
    logos.set(key, known);
    return known;
  };
  const files: { name: string; input: string | Uint8Array<ArrayBuffer> }[] = [];
  let left = 0;
  for await (const { data } of walkPatiently<LinkRecord>("/links", query)) {
    for (const record of data) {
      if (isStopped()) return null;
      if (files.length >= MAX_PICTURES) left++;
      else {
        const picture = await toPicture(record, request, logoOf);
        if (picture === null) left++;
        else files.push({ name: `${nameOf(record)}.${request.format}`, input: picture });
      }
      onCount(files.length + left);
    }
  }
  return { contents: await downloadZip(files).blob(), count: files.length, left };
}

async function toPicture(
  record: LinkRecord,
  request: QrRequest,
  logoOf: (host: string, chosen: QrStyle["logo"]) => Promise<ShownLogo>,
): Promise<string | Uint8Array<ArrayBuffer> | null> {
  if (/[*{]/.test(record.url) || record.host.startsWith("*.")) return null;
  const style = record.qr ?? DEFAULT_QR_STYLE;
  const logo = style.logo ? (await logoOf(record.host, style.logo)).logo : undefined;
  const picture = await drawPicture({ record, style, logo }, request);
  return picture.ok ? picture.body : null;
}
