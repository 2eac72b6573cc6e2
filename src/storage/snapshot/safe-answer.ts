import { parseClickIdParam } from "../../domain/click-id.ts";
import type { SpecialAnswer } from "../../domain/snapshot.ts";
import { isAnswer, isHttpUrl } from "./kv.ts";

/** Returns whether the parts of a special answer have their shape, and its URLs are http(s) and fit into a header. */
export function hasOnlySafeUrls({
  given,
  rules = [],
  limit,
  expiredUrl,
  clickIdParam,
}: SpecialAnswer): boolean {
  const isLimit = limit === undefined || (Number.isInteger(limit.clicks) && Number.isInteger(limit.version));
  return (
    (given.kind === "none" || isAnswer(given)) &&
    (expiredUrl === undefined || isHttpUrl(expiredUrl)) &&
    (clickIdParam === undefined || parseClickIdParam(clickIdParam).ok) &&
    isLimit &&
    Array.isArray(rules) &&
    rules.every(
      (rule) =>
        Array.isArray(rule.if) && Array.isArray(rule.not) && "target" in rule.answer && isAnswer(rule.answer),
    )
  );
}
