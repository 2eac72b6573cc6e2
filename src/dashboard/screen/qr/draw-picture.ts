import { DEFAULT_QR_STYLE } from "../../../domain/client/look.ts";
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

/** Returns the address of a picture that shows a style, with the default for what it leaves out. */
export async function drawExample(style: Partial<QrStyle>): Promise<string> {
  const record = { url: location.origin, plugins: [] };
  const drawn = { record, style: { ...DEFAULT_QR_STYLE, ...style } };
  const picture = await drawPicture(drawn, { format: "svg", width: 96 });
  return picture.ok ? toAddress(picture) : "";
}

/** Returns the address of a picture in SVG. */
export function toAddress({ body }: Extract<QrPicture, { ok: true }>): string {
  return `data:image/svg+xml,${encodeURIComponent(String(body))}`;
}
