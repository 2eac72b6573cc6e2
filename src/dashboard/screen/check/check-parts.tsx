import { CHECK_RESULTS } from "../../../domain/client/words.ts";
import type { Check, CheckRow } from "../../api/types.ts";
import { sayNumber, sayPercent, t } from "../../text/text.ts";
import { coveredShare, RESULT_KINDS } from "./results.ts";

export function Covered({ check }: { check: Check }) {
  const share = coveredShare(check);
  if (share === null) return <>–</>;
  return <>{sayPercent(share, 1)}</>;
}

export function CountBar({ check: { counts } }: { check: Check }) {
  const found = CHECK_RESULTS.filter((result) => result !== "covered" && counts[result] > 0);
  return (
    <span class="line chips">
      {found.map((result) => (
        <span key={result} class={`chip chip-${RESULT_KINDS[result]}`}>
          <span class="cut">
            {t(`check.result.${result}`)} {sayNumber(counts[result])}
          </span>
        </span>
      ))}
    </span>
  );
}

export function CheckState({ check: { state, done, total } }: { check: Check }) {
  const kind = state === "failed" ? " chip-bad" : state === "done" ? "" : " chip-warn";
  const share = state === "running" && total > 0 ? ` ${Math.floor((done / total) * 100)} %` : "";
  return (
    <span class={`chip${kind}`}>
      {t(`check.state.${state}`)}
      {share}
    </span>
  );
}

export function ResultChip({ result }: Pick<CheckRow, "result">) {
  return <span class={`chip chip-${RESULT_KINDS[result]}`}>{t(`check.result.${result}`)}</span>;
}
