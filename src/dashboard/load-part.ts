import type { ComponentType } from "preact";
import type { Ask } from "./api/client.ts";
import { loadTexts, type TextPart } from "./text/text.ts";

/**
 * Returns what a screen reads first at an address without a query, so that it is asked for while texts are on their way.
 * What the screen does not read then would be read in vain.
 * @param id what stands in the path after the screen
 */
export type FirstAsks = (id: string | undefined) => Ask[];

/** A part of the dashboard that is loaded when it is first shown. */
export interface LoadedPart<Props = object> {
  load: () => Promise<{ default: ComponentType<Props>; firstAsks?: FirstAsks }>;
  /** The parts of the texts that it needs in addition to those of what shows it. */
  texts: readonly TextPart[];
}

/** Loads a part with its texts. */
export async function loadPart<Props>({
  load,
  texts,
}: LoadedPart<Props>): Promise<{ default: ComponentType<Props> }> {
  const [part] = await Promise.all([load(), ...texts.map(loadTexts)]);
  return part;
}
