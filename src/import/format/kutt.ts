import { refuse } from "../../domain/refusal/refusal.ts";
import type { Format } from "../format.ts";
import { jsonFormat } from "../item-format.ts";
import { Item, toAliasSources } from "../item.ts";
import { readCopies } from "../sql.ts";
import { splitLink } from "../value.ts";

const NAMES = {
  target: "target",
  description: "description",
  createdAt: "created_at",
  expires: "expire_in",
  clicks: "visit_count",
};

export const kuttJson = jsonFormat({
  key: "kutt-json",
  label: "Kutt (API), JSON",
  path: "data",
  members: ["address", "target"],
  names: NAMES,
  toDraft: (link) => {
    const host = link.text("domain") || splitLink(link.text("link"))?.host;
    return {
      sources: toAliasSources(link.text("address"), host),
      // The API only returns that a password exists.
      password: link.is("password") ? { kind: "absent" } : undefined,
      isPaused: link.is("banned"),
      warnings: [link.is("banned") && refuse("file_deleted")],
    };
  },
});

export const kuttSql: Format = {
  key: "kutt-sql",
  label: "Kutt, PostgreSQL dump",
  read: ({ text }, collector) => {
    const hosts = new Map(
      readCopies(text, "domains").map(({ values }) => [values.get("id"), values.get("address") ?? undefined]),
    );
    for (const { line, text: said, values } of readCopies(text, "links")) {
      const link = new Item((name) => values.get(name));
      const host = hosts.get(values.get("domain_id") ?? null);
      const hash = values.get("password") ?? undefined;
      const isBanned = values.get("banned") === "t";
      collector.take(line, hash === undefined ? said : said.replace(hash, "…"), {
        ...link.fields(NAMES),
        sources: toAliasSources(link.text("address"), host),
        password: hash === undefined ? undefined : { kind: "hash", hash },
        isPaused: isBanned,
        warnings: [isBanned && refuse("file_deleted"), host === undefined && refuse("file_no_domain")],
      });
    }
  },
};
