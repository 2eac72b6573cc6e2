import type { QrStyle } from "../domain/qr-style.ts";

/** What can be asked of a picture; stands apart from the drawing, which is loaded when it is needed. */

export const QR_FORMATS = ["svg", "png"] as const;
export const MIN_QR_WIDTH = 64;
export const MAX_QR_WIDTH = 2048;
export const DEFAULT_QR_WIDTH = 512;

/** What of a record its picture shows. */
export interface QrSubject {
  /** The public URL, in ASCII. */
  url: string;
  style: QrStyle;
  plugins: readonly string[];
}

export interface QrRequest {
  format: (typeof QR_FORMATS)[number];
  /** Whole pixels, `MIN_QR_WIDTH` to `MAX_QR_WIDTH`. */
  width: number;
}
