import type { ComponentType } from "preact";
import { loadTexts, type TextPart } from "./text/text.ts";

/** A part of the dashboard that is loaded when it is first shown. */
export interface LoadedPart<Props = object> {
  load: () => Promise<{ default: ComponentType<Props> }>;
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
