import { refuse, type Refusal } from "../domain/refusal/refusal.ts";
import { reasons, warnings } from "./reason.ts";
import type { Draft } from "./row.ts";
import { parseCode, parseYesNo } from "./value.ts";

/** A rule of EasyRedir's API and its tables. */
interface EasyredirRule {
  sources: string[];
  target: string;
  type: string;
  forwardPath: string;
  forwardParams: string;
}

export function toEasyredirDraft(rule: EasyredirRule): Omit<Draft, "line" | "text"> | { reason: Refusal } {
  const code = toCode(rule.type);
  if ("reason" in code) return code;
  const forwardPath = parseYesNo(rule.forwardPath);
  const forwardQuery = parseYesNo(rule.forwardParams);
  if (forwardPath === null) return { reason: reasons.boolean("forward_path", rule.forwardPath) };
  if (forwardQuery === null) return { reason: reasons.boolean("forward_params", rule.forwardParams) };
  const sources = rule.sources.map((source) => source.trim()).filter((source) => source !== "");
  return {
    sources: sources.map((source) => ({ kind: "list", text: toWholeHost(source) })),
    target: rule.target,
    forwardPath: forwardPath ?? false,
    forwardQuery: forwardQuery ?? false,
    warnings: sources.some((source) => source.endsWith("/*"))
      ? [warnings.unverified(refuse("file_what_star"))]
      : [],
    ...code,
  };
}

function toCode(type: string): Pick<Draft, "code" | "type"> | { reason: Refusal } {
  if (type === "moved_permanently") return { code: 301 };
  return type === "found" ? { code: 302 } : parseCode(type);
}

/** Returns a hostname without a path as a source for all its paths. */
export function toWholeHost(source: string): string {
  return /^(?:https?:\/\/)?[^/?#]+$/i.test(source) ? `${source}/*` : source;
}
