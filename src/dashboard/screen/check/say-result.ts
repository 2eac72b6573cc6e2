import type { CheckRow } from "../../api/types.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { toOutcomeText } from "../explain/outcome.ts";

type Said = Pick<CheckRow, "reason" | "reason_code">;

/**
 * Returns the reason for a URL's result in words: a sentence of the API, or the answer that visitors get instead of a
 * redirect.
 */
export function sayResult({ reason, reason_code: code }: Said): string {
  const { outcome, reason: inner } = code?.values ?? {};
  if (code?.code === "check_outcome") return toOutcomeText(String(outcome));
  if (code?.code === "check_leads_to_outcome")
    return t("check.leadsTo", { outcome: toOutcomeText(String(outcome)) });
  if (code?.code === "check_and_not_held") {
    const first = sayResult({ reason: "", reason_code: inner as Said["reason_code"] });
    return `${first}; ${sayReason({ code: "check_not_held" })}`;
  }
  return sayReason(code, reason);
}
