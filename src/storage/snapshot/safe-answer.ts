import type { SpecialAnswer } from "../../domain/snapshot.ts";
import { isAnswer, isHttpUrl } from "./kv.ts";

/** Returns whether all URLs of a special answer are http(s) and fit into one header, and its parts have their shape. */
export function hasOnlySafeUrls({ given, rules = [], limit, expiredUrl }: SpecialAnswer): boolean {
  const isLimit = limit === undefined || (Number.isInteger(limit.clicks) && Number.isInteger(limit.version));
  return (
    (given.kind === "none" || isAnswer(given)) &&
    (expiredUrl === undefined || isHttpUrl(expiredUrl)) &&
    isLimit &&
    Array.isArray(rules) &&
    rules.every(
      (rule) =>
        Array.isArray(rule.if) && Array.isArray(rule.not) && "target" in rule.answer && isAnswer(rule.answer),
    )
  );
}
