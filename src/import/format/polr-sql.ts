import { refuse } from "../../domain/refusal/refusal.ts";
import type { Format } from "../format.ts";
import { Item, toAliasSources } from "../item.ts";
import { readInserts } from "../sql.ts";

const NAMES = { slug: "short_url", target: "long_url", createdAt: "created_at", clicks: "clicks" };

export const polrSql: Format = {
  key: "polr-sql",
  label: "Polr, MySQL dump with the names of the columns",
  read: ({ text }, collector) => {
    const isTable = (name: string, columns: string[] | null) =>
      /links$/i.test(name) && columns?.includes("short_url") === true;
    const rows = readInserts(text, isTable, (line) => collector.refuse(line, "", refuse("file_open_block")));
    for (const { line, text: said, values } of rows) {
      const link = new Item((name) => values.get(name));
      const isDisabled = link.text("is_disabled") === "1";
      const [slug, key] = [link.text("short_url"), link.text("secret_key")];
      const draft = {
        ...link.fields(NAMES),
        isPaused: isDisabled,
        warnings: [isDisabled && refuse("file_deleted")],
      };
      if (slug === "" || key === "") collector.take(line, said, draft);
      else {
        // Polr answers such a link only with its key appended. The import must not make it work without the key.
        collector.take(line, said, { ...draft, isPaused: true, warnings: [refuse("file_secret_key")] });
        collector.take(line, said, { ...draft, sources: toAliasSources(`${slug}/${key}`) });
      }
    }
  },
};
