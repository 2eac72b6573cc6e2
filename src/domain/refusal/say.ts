import type { Refusal, RefusalValue } from "./refusal.ts";
import { SENTENCES } from "#sentences";

/**
 * Returns the English sentence of a refusal.
 * @param sentences those of the API, if not given
 */
export function say(
  { code, values = {} }: Refusal,
  sentences: Partial<Record<Refusal["code"], string>> = SENTENCES,
): string {
  return (sentences[code] ?? code).replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name] ?? "";
    return typeof value === "object" ? say(value, sentences) : String(value);
  });
}

export function sayValue(value: RefusalValue): string {
  return typeof value === "object" ? say(value) : String(value);
}
