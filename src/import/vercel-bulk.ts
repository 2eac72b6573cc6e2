import type { Refusal } from "../domain/refusal/refusal.ts";
import { reasons } from "./reason.ts";
import type { Draft } from "./row.ts";
import { parseCode, parseYesNo } from "./value.ts";

interface BulkRedirect {
  source: string;
  destination: string;
  statusCode: string;
  permanent: string;
  caseSensitive: string;
  preserveQueryParams: string;
}

/** Converts one of Vercel's bulk redirects to a draft. They have no patterns. */
export function toVercelBulkDraft(row: BulkRedirect): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const permanent = parseYesNo(row.permanent);
  if (permanent === null) return { reason: reasons.boolean("permanent", row.permanent) };
  const forwardQuery = parseYesNo(row.preserveQueryParams);
  if (forwardQuery === null) {
    return { reason: reasons.boolean("preserveQueryParams", row.preserveQueryParams) };
  }
  const code = row.statusCode === "" ? { code: permanent === true ? 308 : 307 } : parseCode(row.statusCode);
  if ("reason" in code) return code;
  return {
    sources: [{ kind: "list", text: row.source.replace(/\/\*$/, "/%2A") }],
    target: row.destination,
    forwardQuery: forwardQuery ?? false,
    ...code,
  };
}
