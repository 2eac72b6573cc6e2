import { refuse, type Refusal } from "../../domain/refusal/refusal.ts";
import { csvFormat, jsonFormat } from "../item-format.ts";
import { fillReferences, splitSplat } from "../regex.ts";
import { CaptureNames, type PatternRule } from "../rule.ts";
import { parseCode } from "../value.ts";

/** `{name}` in a destination of HubSpot. */
const BRACES = /\{([\w-]+)\}/g;
const FULL_URL = /^https?:\/\/([^/?#]+)(.*)$/is;

/** Translates HubSpot's patterns into a rule: `:name` matches a segment, `*name` at the end matches the rest. */
function toRule(source: string, target: string, isPattern: boolean): PatternRule | { reason: Refusal } {
  if (!isPattern) return { sources: [{ kind: "list", text: source }], target };
  const [, host, rest] = FULL_URL.exec(source) ?? [undefined, undefined, source];
  const names = new CaptureNames();
  const segments = (rest ?? "").split("/");
  for (const [index, segment] of segments.entries()) {
    if (segment.startsWith("*")) {
      if (index !== segments.length - 1) return { reason: refuse("file_splat_not_last") };
      names.groups.set(segment.slice(1), ":splat");
      segments[index] = "*";
    } else if (segment.startsWith(":")) {
      const written = segment.slice(1);
      if (!/^[\w-]+$/.test(written)) return { reason: refuse("file_capture_inside") };
      const name = names.enter(written);
      if (name === null) return { reason: refuse("file_capture_twice", { name: written }) };
      segments[index] = name;
    } else if (segment.includes("*")) return { reason: refuse("file_star_inside") };
  }
  const path = segments.join("/");
  const filled = fillReferences(target, names.groups, BRACES);
  if ("reason" in filled) return filled;
  return {
    sources: [{ kind: "pattern", path, host }],
    ...splitSplat(path, filled.target),
    warnings: [names.isRenamed && refuse("file_renamed")],
  };
}

export const hubspotCsv = csvFormat({
  key: "hubspot-csv",
  label: "HubSpot, CSV",
  header: ["originalurl", "targeturl"],
  toDraft: (row) => {
    const source = row.text("originalurl");
    const isPattern = /\/[:*]/.test(source.replace(/^https?:\/\//i, ""));
    return toRule(source, row.text("targeturl"), isPattern);
  },
});

export const hubspotJson = jsonFormat({
  key: "hubspot-json",
  label: "HubSpot (API), JSON",
  path: "results",
  members: ["routePrefix"],
  names: { createdAt: "createdAt" },
  toDraft: (item) => {
    const style = item.cell("redirectStyle") || "301";
    if (style === "305") return { reason: refuse("file_proxied") };
    const code = parseCode(style);
    if ("reason" in code) return code;
    const rule = toRule(item.text("routePrefix"), item.text("destination"), item.is("isPattern"));
    if ("reason" in rule) return rule;
    const said = item.is("isOnlyAfterNotFound") && refuse("file_not_found_only");
    return { ...rule, ...code, warnings: [...(rule.warnings ?? []), said] };
  },
});
