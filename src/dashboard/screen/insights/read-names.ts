import { walkPages } from "../../api/patient.ts";
import { call, type Query } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
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
  const pages = walkPages<LinkRecord>((cursor) =>
    call("GET", "/links", { query: { ...QUERY[kind](ids), cursor }, signal }),
  );
  for await (const page of pages) {
    for (const [id, name] of page.data.flatMap((record) => namesOf(kind, record))) names.set(id, name);
    if (ids.every((id) => names.has(id))) break;
  }
  return names;
}

function namesOf(kind: NamedKind, { id, url, rules }: LinkRecord): [id: string, name: string][] {
  if (kind === "records") return [[id, showUrl(url)]];
  return rules.map((rule) => [rule.id, `${rule.name || t("value.noName")} · ${showUrl(url)}`]);
}
