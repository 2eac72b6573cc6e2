import { useId } from "preact/hooks";
import type { TableDescription } from "../../../import/read-file.ts";
import { fieldLabel } from "../../text/field.ts";
import { hasText, t } from "../../text/text.ts";
import type { ReadChoice } from "./reader/message.ts";

interface MapProps {
  table: TableDescription;
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
                          {sayColumn(column)}
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

/** Returns the meaning of a column: a field of a record, or another word of the readers. */
function sayColumn(column: string): string {
  const key = `import.column.${column}`;
  return hasText(key) ? t(key) : fieldLabel(column);
}
