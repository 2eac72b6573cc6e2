import { parseDestination } from "../../../domain/client/address.ts";

/**
 * Reads the website of destinations such as `/new`, as somebody types it: scheme and hostname. The scheme is completed as
 * that of a destination is. Returns null for any other text.
 */
export function readOrigin(text: string): string | null {
  const parsed = parseDestination(text.trim().replace(/\/+$/, ""));
  return parsed.ok && /^https?:\/\/[^/?#]+$/i.test(parsed.value) ? parsed.value : null;
}
