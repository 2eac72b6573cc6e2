/** The look of pages and of QR codes. */

export { DEFAULT_COLOR, HTML_TYPE, isBinary as isPhoto, isPicture, PAGE_STATES } from "../branding.ts";
export {
  DEFAULT_QR_STYLE,
  findContrastProblem,
  MAX_CAPTION_CHARACTERS,
  parseCaption,
  parseQrColor,
  QR_EYES,
  QR_FRAMES,
  QR_MARGINS,
  QR_THEMES,
} from "../qr-style.ts";
export type { Refusal } from "../refusal/refusal.ts";
