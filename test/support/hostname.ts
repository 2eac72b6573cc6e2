import type { Hostname } from "../../src/domain/hostname.ts";

/** Returns a hostname that a test writes down as it is stored. */
export function hostname(text: string): Hostname {
  return text as Hostname;
}
