import type { Pixels, QrLogo } from "./logo.ts";
import type { Drawing, Stroke } from "./module-shape.ts";

/** A picture before it has a format: a drawing in modules, and its size and place in pixels. */
export interface Scene extends Drawing {
  /** Pixels. */
  width: number;
  height: number;
  /** Pixels a module. */
  scale: number;
  /** The pixels to the left of the code, and above it. */
  margin: number;
  /** `#rrggbb`. */
  color: string;
  background: string;
  /** Lines in the colour of the background, over the others. */
  lights: Stroke[];
  logo?: PlacedLogo;
}

export interface PlacedLogo {
  picture: QrLogo;
  /** The pixels of a PNG; null for a picture that only an SVG can contain. */
  pixels: Pixels | null;
  x: number;
  y: number;
  side: number;
}
