import { drawQr, type QrPicture } from "../../../qr/draw-qr.ts";
import type { QrLogo } from "../../../qr/logo.ts";
import type { QrRequest } from "../../../qr/request.ts";
import type { LinkRecord } from "../../api/types.ts";

export type QrStyle = NonNullable<LinkRecord["qr"]>;

/** What a picture of a record shows, with a style that may not be saved yet. */
export interface Drawn {
  record: Pick<LinkRecord, "url" | "plugins">;
  style: QrStyle;
  logo?: QrLogo | undefined;
}

/** Draws the picture as the API does, by the same code. */
export function drawPicture({ record, style, logo }: Drawn, request: QrRequest): Promise<QrPicture> {
  // The code holds the address in ASCII.
  return drawQr({ url: new URL(record.url).href, style, plugins: record.plugins, logo }, request);
}

/** Returns a picture as a file. */
export function toBlob(picture: Extract<QrPicture, { ok: true }>): Blob {
  return new Blob([picture.body], { type: picture.type });
}
