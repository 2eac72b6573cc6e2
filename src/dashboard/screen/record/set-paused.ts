import { call } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";

/** Pauses or resumes a record. The page shows the new state at once, and restores the old one if the API refuses. */
export async function setPaused(record: LinkRecord, isPaused: boolean): Promise<void> {
  noteRecordChange({ kind: "changed", record: { ...record, paused_by: isPaused ? "user" : null } });
  try {
    const written = await call<LinkRecord>("POST", `/links/${record.id}/${isPaused ? "pause" : "resume"}`);
    noteRecordChange({ kind: "changed", record: written });
    const text = t(isPaused ? "record.paused" : "record.resumed", { url: showUrl(record.url) });
    showToast(text, { label: t("action.undo"), run: () => void setPaused(written, !isPaused) });
  } catch (error) {
    noteRecordChange({ kind: "changed", record });
    showToast(describeError(error));
  }
}
