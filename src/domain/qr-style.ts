import { accepted, refused, type Parsed } from "./field-error.ts";

/** The style of a record's QR code (contract 11.15). */

export const QR_THEMES = ["square", "rounded", "dots"] as const;

export interface QrStyle {
  theme: (typeof QR_THEMES)[number];
  /** `#rrggbb`, with a contrast on white of at least `MIN_QR_CONTRAST`. */
  color: string;
  logo: boolean;
  show_url: boolean;
  /** The width of the quiet zone in modules, `"0"` to `"10"`. */
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
 * The contrast that WCAG requires of text, such as a caption. Codes also need it: many readers take colours
 * lighter than the middle between black and white for paper, and fail to read some codes at 3:1.
 */
export const MIN_QR_CONTRAST = 4.5;

/** Parses a colour of the form `#rrggbb`. Refuses colours in which readers cannot see a code on white paper. */
export function parseQrColor(color: string): Parsed<string> {
  const contrast = contrastOnWhite(color);
  if (contrast >= MIN_QR_CONTRAST) return accepted(color);
  // Rounded down, so that the message never shows a sufficient contrast as the reason.
  const measured = Math.floor(contrast * 100) / 100;
  return refused("contrast_too_low", { measured, least: MIN_QR_CONTRAST });
}

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
