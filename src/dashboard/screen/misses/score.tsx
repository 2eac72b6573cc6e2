import type { Miss } from "../../api/types.ts";
import { sayPercent, t } from "../../text/text.ts";

type Suggestion = NonNullable<Miss["suggestions"]>[number];

const SURE = 0.8;
const UNSURE = 0.6;

export function Score({ score, reason }: Pick<Suggestion, "score" | "reason">) {
  const kind = score >= SURE ? " chip-good" : score < UNSURE ? " chip-warn" : "";
  return (
    <span class={`chip${kind}`} title={t(`misses.reason.${reason}`)}>
      {sayPercent(score)}
      <span class="aloud"> {t(`misses.reason.${reason}`)}</span>
    </span>
  );
}
