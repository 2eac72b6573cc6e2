import { call, type Query } from "../../api/client.ts";
import type { LinkRecord, Page } from "../../api/types.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";

type NamedKind = "records" | "rules";

const QUERY = {
  records: (ids) => ({ "filter[id]": ids.join(","), per_page: 100 }),
  rules: () => ({ "filter[has_rules]": true, per_page: 1000 }),
} as const satisfies Record<NamedKind, (ids: readonly string[]) => Query>;

/** Reads the names of records or rules by id, page by page until all are known. Those that are gone have no name. */
export async function readNames(
  kind: NamedKind,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  let cursor: string | null = null;
  do {
    const query: Query = { ...QUERY[kind](ids), cursor: cursor ?? undefined };
    const page: Page<LinkRecord> = await call("GET", "/links", { query, signal });
    for (const [id, name] of page.data.flatMap((record) => namesOf(kind, record))) names.set(id, name);
    cursor = page.meta.cursor.next;
  } while (cursor !== null && ids.some((id) => !names.has(id)));
  return names;
}

function namesOf(kind: NamedKind, { id, url, rules }: LinkRecord): [id: string, name: string][] {
  if (kind === "records") return [[id, showUrl(url)]];
  return rules.map((rule) => [rule.id, `${rule.name || t("value.noName")} · ${showUrl(url)}`]);
}
