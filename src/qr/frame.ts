import type { QrStyle } from "../domain/qr-style.ts";
import { drawCaption } from "./caption.ts";
import type { Corner, Outline } from "./outline.ts";
import type { Scene } from "./scene.ts";

/** What stands below a code and around it: its URL, its caption, a line, a band (contract 11.15). */

/** The width of the line, in modules. */
export const LINE = 1;
const RADIUS = 2.5;
/** The least margin between a code and the line around it: readers rely on a quiet zone. */
export const LEAST_FRAMED_MARGIN = 4;
/** The modules between code and text without a frame, if the margin allows. */
const GAP = { least: 2, most: 4 };
const BETWEEN = 1.5;
/** The room in a band above and below its words. */
const PADDING = 1.6;

interface Place {
  /** The side of the code, in modules. */
  size: number;
  /** The modules between the code and what stands around it. */
  margin: number;
}

/** Adds texts and frame to a scene of a code, and the height that they take. */
export function addSurroundings(scene: Scene, style: QrStyle, url: string, { size, margin }: Place): void {
  const { frame, caption } = style;
  const isFramed = frame !== "none";
  const isBand = frame === "band" && caption !== "";
  const shown = style.show_url ? url.replace(/^\w+:\/\//, "") : "";
  if (!isFramed && shown === "" && caption === "") return;
  const edge = scene.margin / scene.scale;
  const inner = size + 2 * margin;
  const room = isFramed ? inner - 2 : Math.max(size, scene.width / scene.scale - 2);
  let bottom = size + (isFramed ? margin : Math.min(Math.max(margin, GAP.least), GAP.most));
  const write = (text: string, into: Scene["strokes"]) => {
    const { stroke, height } = drawCaption(text, { size, room, top: bottom, pixels: scene.scale });
    into.push(stroke);
    bottom += height + BETWEEN;
  };
  if (shown !== "") write(shown, scene.strokes);
  const bandTop = bottom;
  if (isBand) bottom += PADDING;
  if (caption !== "") write(caption, isBand ? scene.lights : scene.strokes);
  if (!isFramed) {
    setHeight(scene, bottom - BETWEEN + Math.max(edge, 1));
    return;
  }
  if (isBand) bottom += PADDING - BETWEEN;
  setHeight(scene, bottom + (isBand ? 0 : LINE));
  const outer = {
    left: -edge,
    top: -edge,
    right: scene.width / scene.scale - edge,
    bottom: scene.height / scene.scale - edge,
  };
  const hole = {
    left: outer.left + LINE,
    top: outer.top + LINE,
    right: outer.right - LINE,
    bottom: isBand ? bandTop : outer.bottom - LINE,
  };
  scene.fills.push(
    toBox(outer, RADIUS, RADIUS),
    toBox(hole, RADIUS - LINE, isBand ? 0 : RADIUS - LINE, true),
  );
}

function setHeight(scene: Scene, bottom: number): void {
  scene.height = Math.ceil(scene.margin + bottom * scene.scale);
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function toBox({ left, top, right, bottom }: Box, above: number, below: number, isHole = false): Outline {
  const corners: Corner[] = [
    { x: left, y: top, radius: above },
    { x: right, y: top, radius: above },
    { x: right, y: bottom, radius: below },
    { x: left, y: bottom, radius: below },
  ];
  return { corners: isHole ? corners.toReversed() : corners, isClosed: true };
}
