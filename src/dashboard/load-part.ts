import type { ComponentType } from "preact";
import { loadTexts, type TextPart } from "./text/text.ts";

/** A part of the dashboard that is loaded when it is first shown. */
export type LoadedPart<Props = object> = Part<{ default: ComponentType<Props> }>;

interface Part<Module = unknown> {
  load: () => Promise<Module>;
  /** The parts of the texts that it needs in addition to those of what shows it. */
  texts: readonly TextPart[];
}

/** The modules that are there, by what has loaded them. */
const modules = new Map<Part["load"], unknown>();

/** Loads a part with its texts. */
export async function loadPart<Module>({ load, texts }: Part<Module>): Promise<Module> {
  const [module] = await Promise.all([load(), ...texts.map(loadTexts)]);
  modules.set(load, module);
  return module;
}

/** Returns a part that is there already; undefined for any other. */
export function loadedPart<Module>({ load }: Part<Module>): Module | undefined {
  return modules.get(load) as Module | undefined;
}
