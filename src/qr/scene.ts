import type { Drawing } from "./module-shape.ts";

/** A picture before it has a format: a drawing in modules, and where it stands on how many pixels. */
export interface Scene extends Drawing {
  /** Pixels. */
  width: number;
  height: number;
  /** Pixels a module. */
  scale: number;
  /** Pixels left of the code, and above it. */
  margin: number;
  /** `#rrggbb` on white. */
  color: string;
}
