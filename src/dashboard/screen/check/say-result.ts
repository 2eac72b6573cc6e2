import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { toOutcomeText } from "../explain/outcome.ts";

/**
 * Returns the reason for a URL's result in words: a sentence of the API, or the answer that visitors get instead of a
 * redirect.
 */
export function sayResult(reason: string): string {
  return reason.split("; ").map(sayPart).join("; ");
}

function sayPart(reason: string): string {
  const said = toOutcomeText(reason);
  if (said !== reason) return said;
  const end = /^leads to ([a-z-]+)$/.exec(reason)?.[1];
  return end === undefined ? sayReason(reason) : t("check.leadsTo", { outcome: toOutcomeText(end) });
}
