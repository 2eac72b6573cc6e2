import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import type { Format } from "../format.ts";
import { readLines } from "../line.ts";
import { fillReferences } from "../regex.ts";
import { CaptureNames, type PatternRule } from "../rule.ts";
import { parseCode } from "../value.ts";

const RULE = /^(\S+)\s+->\s+(?:(\S+)\s+)?(\S+)$/;
const NAME = /\[([\w-]+)\]/g;

function toRule(source: string, target: string): PatternRule | { reason: Refusal } {
  if (!source.includes("[")) return { sources: [{ kind: "list", text: source }], target };
  const names = new CaptureNames();
  const segments = source.split("/");
  for (const [index, segment] of segments.entries()) {
    if (!/[[\]]/.test(segment)) continue;
    const [, name] = /^\[([\w-]+)\]$/.exec(segment) ?? [];
    if (name === undefined) return { reason: refuse("file_capture_inside") };
    const entered = names.enter(name);
    if (entered === null) return { reason: refuse("file_capture_twice", { name: segment }) };
    segments[index] = entered;
  }
  const filled = fillReferences(target, names.groups, NAME);
  if ("reason" in filled) return filled;
  return {
    sources: [{ kind: "pattern", path: segments.join("/") }],
    target: filled.target,
    warnings: [refuse("file_unverified", { words: refuse("file_what_name") })],
  };
}

export const squarespaceTxt: Format = {
  key: "squarespace-txt",
  label: "Squarespace URL mappings: FROM -> TO STATUS",
  isOrdered: true,
  read: ({ text }, collector) => {
    for (const { line, text: content } of readLines(text, collector)) {
      const [, source = "", target, last = ""] = RULE.exec(content) ?? [];
      const code = /^\d{3}$/.test(last) ? parseCode(last) : { reason: refuse("file_no_status") };
      if (source === "") collector.refuse(line, content, refuse("file_form", { words: "FROM -> TO STATUS" }));
      else collector.take(line, content, { ...toRule(source, target ?? ""), ...code });
    }
  },
};
