import type { RefusedRow } from "../../../import/row.ts";
import { Reasons } from "../../component/state.tsx";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";

interface ListProps {
  rows: readonly RefusedRow[];
  /** The number of all refused rows, of which these are the first. */
  total: number;
}

/** Rows that the reader of a file refused, each with its line, text and reason. */
export function RefusedList({ rows, total }: ListProps) {
  return (
    <>
      <ul class="list small">
        {rows.map(({ line, text, reason }) => (
          <li key={`${line} ${reason.code} ${text}`}>
            <div class="stack-small">
              <span class="bad break">
                <Reasons of={[sayReason(reason)]} />
              </span>
              <code class="break muted">{text}</code>
            </div>
            <span class="muted import-line">{t("list.line", { line })}</span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p class="small muted">{t("list.andMore", { count: total - rows.length })}</p>}
    </>
  );
}
