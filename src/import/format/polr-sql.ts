import type { Format } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import { readInserts } from "../sql.ts";
import { parseCount } from "../value.ts";

export const polrSql: Format = {
  key: "polr-sql",
  label: "Polr, MySQL dump with the names of the columns",
  isOrdered: false,
  read: ({ text }, collector) => {
    const isTable = (name: string, columns: string[] | null) =>
      /links$/i.test(name) && columns?.includes("short_url") === true;
    const rows = readInserts(text, isTable, (line) => collector.refuse(line, "", reasons.openBlock));
    for (const { line, text: said, values } of rows) {
      const get = (name: string) => values.get(name) ?? undefined;
      const slug = get("short_url") ?? "";
      const isDisabled = get("is_disabled") === "1";
      const key = get("secret_key") ?? "";
      const draft = {
        line,
        text: said,
        target: get("long_url"),
        createdAt: { name: "created_at", value: get("created_at") },
        clicks: parseCount(get("clicks")),
        isPaused: isDisabled,
        warnings: isDisabled ? [warnings.deleted] : [],
      };
      if (slug === "") collector.refuse(line, said, reasons.noSource);
      else if (key === "") collector.add({ ...draft, sources: [{ kind: "alias", slug }] });
      else {
        // Polr answers such a link only with its key appended. The import must not make it work without the key.
        collector.add({
          ...draft,
          sources: [{ kind: "alias", slug }],
          isPaused: true,
          warnings: [warnings.secretKey],
        });
        collector.add({ ...draft, sources: [{ kind: "alias", slug: `${slug}/${key}` }] });
      }
    }
  },
};
