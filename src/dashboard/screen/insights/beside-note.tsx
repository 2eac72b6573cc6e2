import { Legend } from "../../component/chart.tsx";
import { Loading } from "../../component/state.tsx";
import { t } from "../../text/text.ts";
import { fromErrors } from "./read-stats.ts";
import type { FoundBeside } from "./use-beside.ts";
import type { Beside } from "./versus.ts";

/** Says which bar is whose, and what shows only one of both; or why what stands beside cannot be read. */
export function BesideNote({ found: { read }, beside }: { found: FoundBeside; beside: Beside | null }) {
  // The field of the other days shows its own errors.
  if (read.isError && fromErrors(read.error).length === 0) return <Loading read={read} />;
  if (beside === null) return null;
  return (
    <div class="stack-small small">
      <Legend hasPrevious names={beside} />
      <p class="muted">{t("versus.note", { own: beside.own })}</p>
    </div>
  );
}
