import { useState } from "preact/hooks";
import { writesOf } from "../../../domain/client/words.ts";
import type { Change } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { CheckField, TextField } from "../../component/field.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { roleFor } from "./row-fields.ts";
import { call } from "../../api/client.ts";
import { keepAnswer, refresh } from "../../api/query.ts";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { showToast } from "../../state/toast.ts";

/** Applies a plan. Asks again if it deletes records, or needs a confirmation. */
export function ApplyButton({ change }: { change: Change }) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useChangeAction(change);
  const role = roleFor(change);
  const mayApply = useMay(role);
  if (!mayApply) return <p class="muted">{t("changes.needsRole", { role: t(`role.${role}`) })}</p>;
  const isDangerous = change.counts.deleted > 0;
  const asks = isDangerous || change.confirm !== null;
  return (
    <>
      <Button
        kind={isDangerous ? "bad" : "main"}
        disabled={isBusy}
        onClick={() => (asks ? setAsking(true) : void run("apply"))}
        label={sayApply(change)}
      />
      {isAsking && (
        <ApplyDialog
          change={change}
          isBusy={isBusy}
          onClose={() => setAsking(false)}
          onApply={(body) => void run("apply", body).then(() => setAsking(false))}
        />
      )}
    </>
  );
}

function sayApply({ counts }: Change): string {
  const count = writesOf(counts);
  const { deleted } = counts;
  if (deleted === 0) return t("changes.apply", { count });
  return deleted === count ? t("changes.delete", { count }) : t("changes.applyDeleting", { count, deleted });
}

interface DialogProps {
  change: Change;
  isBusy: boolean;
  onClose: () => void;
  onApply: (body: object) => void;
}

function ApplyDialog({ change, isBusy, onClose, onApply }: DialogProps) {
  const { deletes, drop_undo: dropped } = change.confirm ?? {};
  const { deleted } = change.counts;
  const [typed, setTyped] = useState("");
  const [isDropped, setDropped] = useState(false);
  const isNumberRight = deletes === undefined || typed.trim() === String(deletes);
  const isReady = isNumberRight && (dropped === undefined || isDropped);
  return (
    <ConfirmDialog
      title={t(deleted === writesOf(change.counts) ? "changes.deleteTitle" : "changes.applyTitle", {
        count: writesOf(change.counts),
      })}
      confirmLabel={sayApply(change)}
      isDangerous={deleted > 0}
      isBusy={isBusy || !isReady}
      onConfirm={() =>
        onApply({ ...(deletes !== undefined && { deletes }), ...(dropped && { drop_undo: dropped }) })
      }
      onClose={onClose}
    >
      {deleted > 0 && <p>{t("changes.applyDeletes", { count: deleted })}</p>}
      <p>{t("changes.applyUndo")}</p>
      {deletes !== undefined && (
        <TextField
          label={t("changes.typeDeletes", { count: deletes })}
          inputMode="numeric"
          value={typed}
          onValue={setTyped}
        />
      )}
      {dropped !== undefined && (
        <div class="stack-small">
          <p>{t("changes.dropUndo", { count: dropped.length })}</p>
          <ul class="small">
            {dropped.map((id) => (
              <li key={id}>
                <a class="break" href={`/changes/${id}`} target="_blank" rel="noopener">
                  {id}
                </a>
              </li>
            ))}
          </ul>
          <CheckField label={t("changes.dropUndoAgreed")} value={isDropped} onValue={setDropped} />
        </div>
      )}
    </ConfirmDialog>
  );
}

interface ChangeAction {
  isBusy: boolean;
  /** Returns whether the API accepted the call. A refusal is shown in a message. */
  run: (verb: "apply" | "stop" | "undo", body?: object) => Promise<boolean>;
}

/** Applies, stops or undoes a change, and shows the answer of the API. */
export function useChangeAction({ id }: Pick<Change, "id">): ChangeAction {
  const [isBusy, setBusy] = useState(false);
  const run: ChangeAction["run"] = async (verb, body) => {
    setBusy(true);
    try {
      const changed = await call<Change>("POST", `/changes/${id}/${verb}`, { ...(body && { body }) });
      await keepAnswer(["changes", id], changed);
      void refresh("change-rows");
      if (verb !== "stop") noteRecordChange({ kind: "other" });
      return true;
    } catch (error) {
      showToast(describeError(error));
      // Another user may have been faster, so the page shows the present state.
      void refresh("changes");
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, run };
}
