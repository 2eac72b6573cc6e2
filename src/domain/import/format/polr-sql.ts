import type { Format } from "../format.ts";
import { reasons, warnings } from "../reason.ts";
import { readInserts } from "../sql.ts";
import { parseCount } from "../value.ts";

export const polrSql: Format = {
  key: "polr-sql",
  label: "Polr, MySQL dump with the names of the columns",
  isOrdered: false,
  read: ({ text }, sheet) => {
    const isTable = (name: string, columns: string[] | null) =>
      /links$/i.test(name) && columns?.includes("short_url") === true;
    const rows = readInserts(text, isTable, (line) => sheet.refuse(line, "", reasons.openBlock));
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
      if (slug === "") sheet.refuse(line, said, reasons.noSource);
      else if (key === "") sheet.add({ ...draft, sources: [{ kind: "alias", slug }] });
      else {
        // Such a link answers with its key behind it and not without: it must not open by being imported.
        sheet.add({
          ...draft,
          sources: [{ kind: "alias", slug }],
          isPaused: true,
          warnings: [warnings.secretKey],
        });
        sheet.add({ ...draft, sources: [{ kind: "alias", slug: `${slug}/${key}` }] });
      }
    }
  },
};
