import { refuse } from "../../domain/refusal/refusal.ts";
import { parse } from "smol-toml";
import type { Format } from "../format.ts";
import { isObject } from "../json.ts";
import { addNetlifyRule, NETLIFY } from "../netlify.ts";
import { UnreadableFile } from "../row.ts";

const TABLE = /^[ \t]*\[\[[ \t]*(?:redirects|"redirects"|'redirects')[ \t]*\]\]/;

export const netlifyToml: Format = {
  key: "netlify-toml",
  label: "netlify.toml",
  isOrdered: true,
  read: ({ text }, collector) => {
    const { redirects } = readToml(text);
    const rules = Array.isArray(redirects) ? redirects : [];
    const starts = text.split("\n").flatMap((content, index) => (TABLE.test(content) ? [index + 1] : []));
    for (const [index, rule] of rules.entries()) {
      const line = starts.length === rules.length ? (starts[index] ?? 1) : 1;
      if (!isObject(rule)) {
        collector.refuse(line, "", refuse("file_not_object"));
        continue;
      }
      addNetlifyRule(
        {
          line,
          text: JSON.stringify(rule),
          source: toText(rule["from"] ?? rule["origin"]),
          target: toText(rule["to"] ?? rule["destination"]),
          pairs: toPairs(rule["query"] ?? rule["params"] ?? rule["parameters"]),
          status: toText(rule["status"]),
          conditions: isObject(rule["conditions"]) ? Object.keys(rule["conditions"]) : [],
          isSigned: rule["signed"] !== undefined,
        },
        collector,
        NETLIFY,
      );
    }
  },
};

function readToml(text: string): Record<string, unknown> {
  try {
    return parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UnreadableFile(
      refuse("file_unreadable_toml", { text: message.split("\n").slice(0, 1).join("") }),
    );
  }
}

function toText(value: unknown): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : undefined;
}

function toPairs(query: unknown): string[] {
  if (!isObject(query)) return [];
  return Object.entries(query).map(([name, value]) => `${name}=${toText(value) ?? ""}`);
}
