import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { useHasFolders, useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { toExplainHref } from "../explain/question.ts";
import { sampleOf } from "../record/preview-location.ts";
import { atTab } from "./record-parts.tsx";
import { showUrl } from "./show-url.ts";

/** The less frequent actions on a record. */
export function RecordMenu({ record, href }: { record: LinkRecord; href: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const { route } = useLocation();
  const mayWrite = useMay("editor");
  const hasFolders = useHasFolders();
  const shown = showUrl(record.url);
  return (
    <>
      <Menu label={t("record.menu", { url: shown })}>
        <MenuItem onChoose={() => route(href)} label={t("action.open")} />
        <MenuItem onChoose={() => route(atTab(href, "stats"))} label={t("record.tab.stats")} />
        <MenuItem onChoose={() => route(atTab(href, "history"))} label={t("record.tab.history")} />
        {!hasFolders && <MenuItem href={toExplainHref(sampleOf(record))} label={t("nav.explain")} />}
        {record.alias !== "" && (
          <MenuItem onChoose={() => route(atTab(href, "qr"))} label={t("record.tab.qr")} />
        )}
        {mayWrite && (
          <MenuItem
            disabled={record.paused_by === "system"}
            onChoose={() => void setPaused(record, record.paused_by === null)}
            label={record.paused_by === null ? t("action.pause") : t("action.resume")}
          />
        )}
        {mayWrite && <MenuItem isDangerous onChoose={() => setDeleting(true)} label={t("action.delete")} />}
      </Menu>
      {isDeleting && <DeleteDialog record={record} onClose={() => setDeleting(false)} />}
    </>
  );
}

function DeleteDialog({ record, onClose }: { record: LinkRecord; onClose: () => void }) {
  const shown = showUrl(record.url);
  const remove = async () => {
    await call("DELETE", `/links/${record.id}`);
    onClose();
    noteRecordChange({ kind: "deleted", id: record.id });
    showToast(t("record.deleted", { url: shown }));
  };
  return (
    <ConfirmDialog
      title={t("record.deleteTitle")}
      confirmLabel={t("action.delete")}
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    >
      <p class="break">{t("record.deleteText", { url: shown, count: record.total_clicks })}</p>
    </ConfirmDialog>
  );
}

/** Pauses or resumes a record. The page shows the new state at once, and restores the old one if the API refuses. */
async function setPaused(record: LinkRecord, isPaused: boolean): Promise<void> {
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
