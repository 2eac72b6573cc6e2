import { useEffect, useRef, useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Change, Check } from "../../api/types.ts";
import { Button, ButtonLink } from "../../component/button.tsx";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { ErrorNotice, Skeleton, Warnings } from "../../component/state.tsx";
import { useSubmission } from "../../component/form.tsx";
import { Diff } from "../../component/diff.tsx";
import { applyChange, followChanges, isAtWork, untilAtRest } from "../../state/change-task.ts";
import { createStore, whenForgotten } from "../../state/store.ts";
import { t } from "../../text/text.ts";

/** The checks whose chains were flattened in this tab, so that they are not offered again. */
export const flattened = createStore<ReadonlySet<string>>(new Set());
whenForgotten(() => flattened.set(new Set()));

/** Plans the change that points each chain at its end, shows the change, and applies it. Closing it drops the plan. */
export function FlattenDialog({ check, onClose }: { check: Check; onClose: () => void }) {
  const [change, setChange] = useState<Change | null>(null);
  const { failure, isBusy, submit } = useSubmission();
  const isKept = useRef(false);
  useEffect(() => {
    const planned = plan(check.id);
    void submit(async () => setChange(await planned));
    return () => {
      if (!isKept.current) void planned.then(drop);
    };
  }, [check.id]);
  const apply = async (planned: Change) => {
    const applying = await applyChange(`/changes/${planned.id}`, planned.confirm);
    isKept.current = true;
    flattened.set(new Set([...flattened.get(), check.id]));
    onClose();
    const say = ([ended]: Change[]) => t("check.flattened", { count: ended?.counts.changed ?? 0 });
    await followChanges([applying], say, () => {});
  };
  const count = change?.counts.changed ?? 0;
  const left = (change?.counts.invalid ?? 0) + (change?.counts.conflicts ?? 0);
  return (
    <Dialog title={t("check.flattenTitle")} onClose={onClose}>
      <p>{t("check.flattenText")}</p>
      {change === null && failure === null && (
        <div role="status">
          <span class="aloud">{t("check.planning")}</span>
          <Skeleton lines={3} height="2.5rem" />
        </div>
      )}
      {change !== null && (
        <>
          <p role="status">
            <strong>{t("check.planned", { count })}</strong>
            {left > 0 && <> {t("check.plannedLeft", { count: left })}</>}
          </p>
          <ul class="stack-small">
            {change.sample.map((row, index) => (
              <li key={index} class="stack-small">
                <span class="small break">{row.source}</span>
                <Diff from={toText(row.before)} to={toText(row.after)} />
              </li>
            ))}
          </ul>
          <Warnings texts={change.warnings} codes={change.warning_codes} />
        </>
      )}
      <ErrorNotice failure={failure} />
      <div class="line">
        {change !== null && (
          <>
            <Button
              kind="main"
              disabled={isBusy || count === 0 || change.state !== "planned"}
              onClick={() => void submit(() => apply(change))}
              label={t("check.apply", { count })}
            />
            <ButtonLink
              href={`/changes/${change.id}`}
              onClick={() => void (isKept.current = true)}
              label={t("check.seeAll")}
            />
          </>
        )}
        <CancelButton onClick={onClose} />
      </div>
    </Dialog>
  );
}

async function plan(checkId: string): Promise<Change> {
  const change = await call<Change>("POST", `/checks/${checkId}/change`, {
    body: { fix: ["chains"] },
    headers: { "Idempotency-Key": crypto.randomUUID() },
  });
  return isAtWork(change) ? await untilAtRest(change) : change;
}

/** Drops a plan that nobody applies. A plan that cannot be dropped ends by itself. */
async function drop({ id }: Change): Promise<void> {
  await call("POST", `/changes/${id}/stop`).catch(() => {});
  await refresh("changes");
}

function toText(fields: Change["sample"][number]["before"]): string {
  const destination = fields?.["destination"];
  return typeof destination === "string" ? destination : JSON.stringify(fields ?? {});
}
