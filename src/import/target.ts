import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { countCharacters, parseDestination } from "../domain/client/address.ts";
import { MOST_CHARACTERS as MOST_LINE_CHARACTERS } from "./limit.ts";
import { reasons } from "./reason.ts";

const UNSAFE = /[\x00-\x1f\x7f-\x9f\\\s]/u;
const MAX_CHARACTERS = 2048;

/**
 * Completes a destination to an absolute URL and otherwise keeps its bytes: `/x` with the origin,
 * `//host/x` with `https:`. A text without a leading slash or scheme is refused, because it could be a path or
 * a host.
 */
export function completeTarget(
  written: string | undefined,
  origin: string | null,
): { destination: string } | { reason: Refusal } {
  const target = (written ?? "").trim();
  if (target.length > MOST_LINE_CHARACTERS) return { reason: refuse("file_destination_long") };
  if (target === "") return { reason: refuse("file_no_destination") };
  if (/^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)$/.test(target))
    return { reason: refuse("file_excel_error") };
  const absolute = toAbsolute(target, origin);
  if ("reason" in absolute) return absolute;
  const { destination } = absolute;
  if (UNSAFE.test(destination)) return { reason: refuse("file_destination_space") };
  if (countCharacters(destination) > MAX_CHARACTERS) return { reason: refuse("file_destination_long") };
  const parsed = parseDestination(destination);
  if (parsed.ok) return { destination };
  return {
    reason:
      parsed.reason.code === "has_user"
        ? refuse("file_destination_user")
        : refuse("file_destination_invalid", { reason: parsed.reason }),
  };
}

/**
 * Adds the query that a rule demands to its destination. There it is passed on like the rest of the visitor's query;
 * here parameters that a source names are not.
 */
export function withQuery(target: string, query: string): string {
  if (query === "") return target;
  const [, url = "", fragment = ""] = /^([^#]*)(.*)$/s.exec(target) ?? [];
  return `${url}${url.includes("?") ? "&" : "?"}${query}${fragment}`;
}

function toAbsolute(target: string, origin: string | null): { destination: string } | { reason: Refusal } {
  if (/^https?:\/\//i.test(target)) return { destination: target };
  if (target.startsWith("//")) return { destination: `https:${target}` };
  if (/^[a-z][a-z0-9+-]*:/i.test(target)) return { reason: refuse("file_not_http") };
  if (!target.startsWith("/")) return { reason: refuse("file_destination_form") };
  return origin === null ? { reason: reasons.needsOrigin(target) } : { destination: `${origin}${target}` };
}
