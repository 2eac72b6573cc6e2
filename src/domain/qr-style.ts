import { accepted, refused, type Parsed } from "./field-error.ts";

/** How the QR code of a record is drawn (contract 11.15). */

export const QR_THEMES = ["square", "rounded", "dots"] as const;

export interface QrStyle {
  theme: (typeof QR_THEMES)[number];
  /** `#rrggbb`, with a contrast on white of at least `MIN_QR_CONTRAST`. */
  color: string;
  logo: boolean;
  show_url: boolean;
  /** Modules of quiet zone, `"0"` to `"10"`. */
  margin: string;
}

export const DEFAULT_QR_STYLE: QrStyle = {
  theme: "square",
  color: "#000000",
  logo: false,
  show_url: false,
  margin: "4",
};

/**
 * What WCAG asks of text, which a caption is. Codes need it, too: many readers take what is lighter
 * than the middle between black and white for paper, and at 3:1 some codes are no longer read.
 */
export const MIN_QR_CONTRAST = 4.5;

/** Reads a colour of the form `#rrggbb`, in which readers can see a code on white paper. */
export function parseQrColor(color: string): Parsed<string> {
  const contrast = contrastOnWhite(color);
  if (contrast >= MIN_QR_CONTRAST) return accepted(color);
  // Rounded down, so that what is refused never reads like enough.
  const measured = Math.floor(contrast * 100) / 100;
  return refused(`has a contrast of ${measured}:1 on white; a QR code needs at least ${MIN_QR_CONTRAST}:1`);
}

/** Returns the contrast ratio of WCAG 2.2, from 1 (white) to 21 (black). */
export function contrastOnWhite(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05);
}

/** Converts a channel of sRGB to linear light. */
function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
