import type { Parsed } from "../../src/domain/field-error.ts";
import { sayRow } from "../../src/import/say-row.ts";

/** What was parsed, with its refusal as the English sentence, for tables that have sentences. */
export function said<T>(parsed: Parsed<T>): { ok: true; value: T } | { ok: false; reason: string } {
  return parsed.ok ? parsed : { ok: false, reason: sayRow(parsed.reason) };
}
