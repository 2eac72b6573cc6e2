import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";

interface BulkProps {
  selected: ReadonlyMap<string, LinkRecord>;
  onClear: () => void;
}

/** What can be done with the records that are selected. */
export function BulkBar({ selected, onClear }: BulkProps) {
  const [isDeleting, setDeleting] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const mayWrite = useMay("editor");
  const records = [...selected.values()];
  const run = async (each: (record: LinkRecord) => Promise<unknown>, doneKey: "bulk.done") => {
    setBusy(true);
    let done = 0;
    try {
      for (const record of records) {
        await each(record);
        done++;
      }
      showToast(t(doneKey, { count: done }));
      onClear();
    } catch (error) {
      showToast(`${t("bulk.stopped", { count: done })} ${describeError(error)}`);
    }
    noteRecordChange({ kind: "other" });
    setBusy(false);
    setDeleting(false);
  };
  const post = (verb: string) => (record: LinkRecord) => call("POST", `/links/${record.id}/${verb}`);
  return (
    <div class="bulk" role="group" aria-label={t("bulk.title")}>
      <strong role="status">{t("bulk.selected", { count: selected.size })}</strong>
      {mayWrite && (
        <>
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => void run(post("pause"), "bulk.done")}
          >
            {t("action.pause")}
          </button>
          <button
            type="button"
            class="button"
            disabled={isBusy}
            onClick={() => void run(post("resume"), "bulk.done")}
          >
            {t("action.resume")}
          </button>
          <button type="button" class="button button-bad" disabled={isBusy} onClick={() => setDeleting(true)}>
            {t("action.delete")}
          </button>
        </>
      )}
      <button type="button" class="button button-plain" onClick={onClear}>
        {t("bulk.clear")}
      </button>
      {isDeleting && (
        <ConfirmDialog
          title={t("bulk.deleteTitle", { count: selected.size })}
          confirmLabel={t("action.delete")}
          isDangerous
          isBusy={isBusy}
          onConfirm={() => void run((record) => call("DELETE", `/links/${record.id}`), "bulk.done")}
          onClose={() => setDeleting(false)}
        >
          <p>{t("bulk.deleteText")}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
