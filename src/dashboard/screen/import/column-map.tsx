import { useId } from "preact/hooks";
import type { TableDescription } from "../../../import/read-file.ts";
import { t } from "../../text/text.ts";
import type { ReadChoice } from "./reader/message.ts";

interface MapProps {
  table: TableDescription;
  /** The possible meanings of a column. */
  columns: readonly string[];
  columnMap: ReadChoice["columnMap"];
  /** Says whether the file cannot be read until its columns are named. */
  isNeeded: boolean;
  onColumnMap: (columnMap: ReadChoice["columnMap"]) => void;
}

/** Names the columns of a table of an unknown tool, above its first rows. */
export function ColumnMap({ table, columns, columnMap, isNeeded, onColumnMap }: MapProps) {
  const id = useId();
  const chosen = new Map(columnMap);
  const choose = (name: string, column: string) => {
    // Guessed names are sent as choices, so that naming one column does not remove the others.
    const all = new Map(
      table.columns.map((one) => [one.name, chosen.get(one.name) ?? one.guess ?? "ignore"]),
    );
    for (const [other, taken] of all) if (taken === column && column !== "ignore") all.set(other, "ignore");
    all.set(name, column);
    onColumnMap([...all]);
  };
  return (
    <section class="card stack" aria-label={t("import.columns")}>
      <div class="stack-small">
        <h2>{t("import.columns")}</h2>
        <p class="small muted">{t(isNeeded ? "import.columnsNeeded" : "import.columnsHint")}</p>
      </div>
      <div class="mapping" role="region" aria-label={t("import.firstRows")} tabIndex={0}>
        <table class="table-plain small">
          <thead>
            <tr>
              {table.columns.map(({ name, guess }, index) => (
                <th key={index} scope="col">
                  <div class="stack-small">
                    <label class="break" for={`${id}-${index}`}>
                      {name}
                    </label>
                    <select
                      id={`${id}-${index}`}
                      class="input"
                      value={chosen.get(name) ?? guess ?? "ignore"}
                      onChange={(event) => choose(name, event.currentTarget.value)}
                    >
                      {columns.map((column) => (
                        <option
                          key={column}
                          value={column}
                          selected={column === (chosen.get(name) ?? guess ?? "ignore")}
                        >
                          {t(columnKey(column))}
                        </option>
                      ))}
                    </select>
                  </div>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map((cells, index) => (
              <tr key={index}>
                {table.columns.map((_, at) => (
                  <td key={at}>
                    <div class="cut">{cells[at] ?? ""}</div>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The display names of the readers' columns. */
const COLUMNS = [
  "source",
  "destination",
  "status",
  "permanent",
  "enabled",
  "disabled",
  "archived",
  "alias",
  "link",
  "host",
  "title",
  "description",
  "tags",
  "forward_path",
  "forward_query",
  "expires",
  "starts",
  "created_at",
  "clicks",
  "regex",
  "password",
  "ignore",
] as const;

function columnKey(column: string): `import.column.${(typeof COLUMNS)[number]}` {
  return `import.column.${COLUMNS.find((known) => known === column) ?? "ignore"}`;
}
