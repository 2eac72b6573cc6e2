import { useState } from "preact/hooks";
import { writesOf } from "../../../domain/client/words.ts";
import type { Change } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { CheckField, TextField } from "../../component/field.tsx";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { useChangeAction } from "./change-action.ts";
import { roleFor } from "./describe-change.ts";

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
      >
        {t("changes.apply", { count: writesOf(change.counts) })}
      </Button>
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
      title={t("changes.applyTitle", { count: writesOf(change.counts) })}
      confirmLabel={t("changes.apply", { count: writesOf(change.counts) })}
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
