import { accepted, refused, type Parsed } from "./field-error.ts";
import { refuse, type Refusal } from "./refusal/refusal.ts";

/** The style of a record's QR code (contract 11.15). */

export const QR_THEMES = ["square", "rounded", "dots"] as const;
/** The shape of the three large corners. */
export const QR_EYES = ["theme", "square", "rounded", "round"] as const;
/** What stands around the code: nothing, a line, or a line with the caption on a band. */
export const QR_FRAMES = ["none", "line", "band"] as const;
/** The widths of the quiet zone, in modules. */
export const QR_MARGINS = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"] as const;
export const MAX_CAPTION_CHARACTERS = 30;

export interface QrStyle {
  theme: (typeof QR_THEMES)[number];
  eyes: (typeof QR_EYES)[number];
  /** `#rrggbb`, darker than the background, with a contrast to it of at least `MIN_QR_CONTRAST`. */
  color: string;
  /** `#rrggbb`. */
  background: string;
  frame: (typeof QR_FRAMES)[number];
  /** The words below the code; empty for none. */
  caption: string;
  /** The logo of the branding, none, or the name of a stored picture. */
  logo: boolean | string;
  show_url: boolean;
  /** One of `QR_MARGINS`. */
  margin: string;
}

export const DEFAULT_QR_STYLE: QrStyle = {
  theme: "square",
  eyes: "theme",
  color: "#000000",
  background: "#ffffff",
  frame: "none",
  caption: "",
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
  const refusal = findContrastProblem(color, "#ffffff");
  return refusal === null ? accepted(color) : { ok: false, reason: refusal };
}

/** Returns why readers cannot see a code of a colour on a background, or null. They need the code to be darker. */
export function findContrastProblem(color: string, background: string): Refusal | null {
  const contrast = contrastOf(color, background);
  if (contrast >= MIN_QR_CONTRAST) return null;
  // Rounded down, so that the message never shows a sufficient contrast as the reason.
  const values = { measured: Math.floor(contrast * 100) / 100, least: MIN_QR_CONTRAST };
  return background === "#ffffff"
    ? refuse("contrast_too_low", values)
    : refuse("contrast_on_background_too_low", { ...values, color });
}

export const contrastOnWhite = (color: string): number => contrastOf(color, "#ffffff");

/** Returns the contrast after WCAG of a colour on a lighter background: less than 1 on a darker one. */
function contrastOf(color: string, background: string): number {
  return (luminanceOf(background) + 0.05) / (luminanceOf(color) + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(color.slice(at, at + 2), 16) / 255),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Matches a decomposed text of which a picture can show every character: ASCII, and Latin letters with accents. */
const DRAWABLE = /^(?:[ -~…ßẞ]|[A-Za-z][\u0300-\u0303\u0308\u030a\u030c\u0327])*$/u;

/** Parses the words below a code. */
export function parseCaption(text: string): Parsed<string> {
  // Accents in great number take long to put in order.
  if (text.length > 4 * MAX_CAPTION_CHARACTERS) return refused("too_long", { count: MAX_CAPTION_CHARACTERS });
  const caption = text.normalize("NFC").trim().replace(/\s+/g, " ");
  if (caption.length > MAX_CAPTION_CHARACTERS) return refused("too_long", { count: MAX_CAPTION_CHARACTERS });
  return DRAWABLE.test(caption.normalize("NFD")) ? accepted(caption) : refused("caption_characters");
}

/** Converts a channel of sRGB to linear light. */
function toLinear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
