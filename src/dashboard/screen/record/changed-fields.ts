import type { HistoryEntry } from "../../api/types.ts";
import { fieldLines, sayRule, type SomeRule } from "../../text/say-field.ts";
import { t } from "../../text/text.ts";

/** A value before and after a change; empty for none. */
interface Pair {
  from: string;
  to: string;
}

/** Returns the fields of an entry with their values before and after it: a pair for each rule that differs. */
export function changedFields({
  old,
  new: next,
}: Pick<HistoryEntry, "old" | "new">): { name: string; pairs: Pair[] }[] {
  const before: Record<string, unknown> = old;
  return Object.entries(next).map(([name, value]) => {
    const was = before[name];
    if (name === "rules") return { name, pairs: pairRules((was ?? []) as SomeRule[], value as SomeRule[]) };
    const [from, to] = [fieldLines(name, was).join("\n"), fieldLines(name, value).join("\n")];
    // The API tells only whether there is a password.
    const isOther = name === "password" && was === value;
    return { name, pairs: [{ from, to: isOther ? t("password.other") : to }] };
  });
}

function pairRules(old: readonly SomeRule[], next: readonly SomeRule[]): Pair[] {
  const ids = [...new Set([...old, ...next].map(({ id }) => id))];
  const pairs = ids
    .map((id) => ({ from: findText(old, id), to: findText(next, id) }))
    .filter(({ from, to }) => from !== to);
  // If no rule differs, their order does.
  return pairs.length > 0 ? pairs : [{ from: sayAll(old), to: sayAll(next) }];
}

function findText(rules: readonly SomeRule[], id: string | undefined): string {
  const rule = rules.find((one) => one.id === id);
  return rule === undefined ? "" : sayRule(rule);
}

const sayAll = (rules: readonly SomeRule[]) => rules.map(sayRule).join("\n");
