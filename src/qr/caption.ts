import { CAP_HEIGHT, DESCENDER, drawGlyph, LINE_WIDTH, SPACING, type Glyph } from "./glyph.ts";
import type { Stroke } from "./module-shape.ts";

/** The link below a code, in modules from the code's upper left corner. */
interface Caption {
  stroke: Stroke;
  /** The height from the top of capitals to the end of descenders. */
  height: number;
}

/** The largest and smallest height of capitals, as a share of the code's side. */
const LARGEST = 0.07;
const SMALLEST = 0.035;
/** The smallest legible height of capitals. */
const LEAST_PIXELS = 8;
const ELLIPSIS = "…";

interface Place {
  /** The side of the code. The caption is no wider than the code while it is legible. */
  size: number;
  /** The largest width in the picture. */
  room: number;
  top: number;
  /** Pixels a module. */
  pixels: number;
}

/** Draws a text centred below a code. Shortens it in the middle if the smallest letters have no room. */
export function drawCaption(text: string, { size, room, top, pixels }: Place): Caption {
  const least = Math.max(SMALLEST * size, LEAST_PIXELS / pixels) / CAP_HEIGHT;
  const most = Math.max((LARGEST * size) / CAP_HEIGHT, least);
  const glyphs = shorten(text, room / least);
  const scale = Math.max(least, Math.min(most, size / widthOf(glyphs)));
  let left = (size - widthOf(glyphs) * scale) / 2 + (LINE_WIDTH / 2) * scale;
  const lines = glyphs.flatMap(({ lines, width }) => {
    const start = left;
    left += (width + SPACING) * scale;
    return lines.map((line) => ({
      ...line,
      corners: line.corners.map(({ x, y, radius }) => ({
        x: start + x * scale,
        y: top + (y + LINE_WIDTH / 2) * scale,
        ...(radius !== undefined && { radius: radius * scale }),
      })),
    }));
  });
  const height = (CAP_HEIGHT + DESCENDER + LINE_WIDTH) * scale;
  return { stroke: { lines, width: LINE_WIDTH * scale }, height };
}

/** Returns the glyphs of a text, with an ellipsis for its middle if they are wider than `room`. */
function shorten(text: string, room: number): Glyph[] {
  const glyphs = Array.from(text, drawGlyph);
  if (widthOf(glyphs) <= room) return glyphs;
  // Both ends grow in turn, because the host at the start and the end of the path say the most.
  const [head, tail] = [[] as Glyph[], [drawGlyph(ELLIPSIS)]];
  for (;;) {
    const isHead = head.length < tail.length;
    const next = isHead ? glyphs[head.length] : glyphs.at(-tail.length);
    if (next === undefined || widthOf([...head, ...tail, next]) > room) return [...head, ...tail];
    if (isHead) head.push(next);
    else tail.splice(1, 0, next);
  }
}

function widthOf(glyphs: readonly Glyph[]): number {
  return glyphs.reduce((total, { width }) => total + width + SPACING, LINE_WIDTH - SPACING);
}
