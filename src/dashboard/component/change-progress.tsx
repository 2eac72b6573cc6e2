import { writesOf } from "../../domain/client/words.ts";
import type { Change } from "../api/types.ts";
import { sayPercent, t } from "../text/text.ts";

type Told = Pick<Change, "state" | "progress" | "total">;

const KINDS: Partial<Record<Change["state"], string>> = {
  applied: "chip-good",
  planned: "chip-warn",
  stopped: "chip-warn",
  failed: "chip-bad",
};

export function ChangeState({ change: { state, planned } }: { change: Pick<Change, "state" | "planned"> }) {
  if (state === "planned" && writesOf(planned) === 0) {
    return <span class="chip">{t("change.state.nothing")}</span>;
  }
  return <span class={`chip ${KINDS[state] ?? ""}`}>{t(`change.state.${state}`)}</span>;
}

export function ChangeProgress({ change }: { change: Told }) {
  const { state, progress, total } = change;
  if (state === "planning" || state === "collecting") {
    return (
      <div class="stack-small">
        <progress class="progress" aria-label={t(`change.state.${state}`)} />
        {total > 0 && <span class="small muted">{t("change.planned", { count: total })}</span>}
      </div>
    );
  }
  if (state !== "applying" && state !== "undoing") return null;
  const share = progress.total === 0 ? 0 : progress.done / progress.total;
  return (
    <div class="stack-small">
      <progress class="progress" aria-label={t(`change.state.${state}`)} value={share} max={1} />
      <span class="small muted">
        {t("change.progress", { share: sayPercent(share), done: progress.done, count: progress.total })}
      </span>
    </div>
  );
}
