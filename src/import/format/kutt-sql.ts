import type { Format } from "../format.ts";
import { warnings } from "../reason.ts";
import { readCopies } from "../sql.ts";
import { parseCount } from "../value.ts";

export const kuttSql: Format = {
  key: "kutt-sql",
  label: "Kutt, PostgreSQL dump",
  isOrdered: false,
  read: ({ text }, collector) => {
    const hosts = new Map(
      readCopies(text, "domains").map(({ values }) => [values.get("id"), values.get("address") ?? undefined]),
    );
    for (const { line, text: said, values } of readCopies(text, "links")) {
      const get = (name: string) => values.get(name) ?? undefined;
      const slug = get("address") ?? "";
      const host = hosts.get(get("domain_id") ?? null);
      const hash = get("password");
      const isBanned = get("banned") === "t";
      collector.add({
        line,
        text: hash === undefined ? said : said.replace(hash, "…"),
        sources: slug === "" ? [] : [{ kind: "alias", slug, host }],
        target: get("target"),
        description: get("description"),
        createdAt: { name: "created_at", value: get("created_at") },
        expires: { name: "expire_in", value: get("expire_in") },
        clicks: parseCount(get("visit_count")),
        password: hash === undefined ? undefined : { kind: "hash", hash },
        isPaused: isBanned,
        warnings: [
          ...(isBanned ? [warnings.deleted] : []),
          ...(host === undefined ? [warnings.noDomain] : []),
        ],
      });
    }
  },
};
