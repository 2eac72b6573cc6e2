import { CHECK_RESULTS, type CheckResult } from "../../../domain/client/words.ts";
import type { Check, CheckRow } from "../../api/types.ts";
import { sayNumber, sayPercent, t } from "../../text/text.ts";

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

/** The style of each result. The name of the result is next to it. */
const RESULT_KINDS: Record<CheckResult, "good" | "warn" | "bad"> = {
  covered: "good",
  uncovered: "bad",
  unexpected: "warn",
  chain: "warn",
  loop: "bad",
  temporary: "warn",
};

/** Returns the result that an address contains; null for all results. */
export function readResult(value: string | undefined): CheckResult | null {
  return CHECK_RESULTS.find((result) => result === value) ?? null;
}

/** Returns the covered share of the explained URLs, rounded down, so that 100 % means all of them. */
export function coveredShare({ counts, done }: Pick<Check, "counts" | "done">): number | null {
  return done === 0 ? null : Math.floor((counts.covered / done) * 1_000) / 1_000;
}

export function isRunning({ state }: Pick<Check, "state">): boolean {
  return state === "running" || state === "asking";
}
