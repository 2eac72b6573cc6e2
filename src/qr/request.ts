import type { QrStyle } from "../domain/qr-style.ts";
import type { QrLogo } from "./logo.ts";

/** The options of a picture. They are separate from the drawing code, which is loaded on demand. */

export const QR_FORMATS = ["svg", "png", "pdf"] as const;
export const MIN_QR_WIDTH = 64;
export const MAX_QR_WIDTH = 2048;
export const DEFAULT_QR_WIDTH = 512;
/** The limit for visitors, who need no token, because drawing takes time in proportion to the area. */
const MAX_VISITOR_QR_WIDTH = 1024;

/** The parts of a record that its picture shows. */
export interface QrSubject {
  /** The public URL, in ASCII. */
  url: string;
  style: QrStyle;
  plugins: readonly string[];
  logo?: QrLogo | undefined;
}

export interface QrRequest {
  format: (typeof QR_FORMATS)[number];
  /** Whole pixels, `MIN_QR_WIDTH` to `MAX_QR_WIDTH`. */
  width: number;
}

/** The options, or what a visitor is told of them. */
type ParsedQuery = { ok: true; value: QrRequest } | { ok: false; reason: string };

/**
 * Parses the options in a visitor's query. A missing or empty parameter has its default, and other parameters
 * are ignored. Refuses with a reason that names every invalid parameter.
 */
export function parseQrQuery(rawQuery: string | null): ParsedQuery {
  const query = new URLSearchParams(rawQuery ?? "");
  const reasons: string[] = [];
  const read = (name: string, isGood: (value: string) => boolean, rule: string): string | null => {
    const [value = "", ...more] = query.getAll(name);
    if (more.length > 0) reasons.push(`${name} is given more than once`);
    else if (value !== "" && !isGood(value)) reasons.push(`${name} must be ${rule}`);
    return value === "" ? null : value;
  };
  const format = read("format", isFormat, `one of ${QR_FORMATS.join(", ")}`);
  const range = `a whole number from ${MIN_QR_WIDTH} to ${MAX_VISITOR_QR_WIDTH}`;
  const width = read("width", isVisitorWidth, range);
  if (reasons.length > 0) return { ok: false, reason: reasons.join("; ") };
  return {
    ok: true,
    value: {
      format: format !== null && isFormat(format) ? format : "svg",
      width: width === null ? DEFAULT_QR_WIDTH : Number(width),
    },
  };
}

function isFormat(text: string): text is QrRequest["format"] {
  return QR_FORMATS.some((format) => format === text);
}

function isVisitorWidth(text: string): boolean {
  return /^\d{2,4}$/.test(text) && Number(text) >= MIN_QR_WIDTH && Number(text) <= MAX_VISITOR_QR_WIDTH;
}
