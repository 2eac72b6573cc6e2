import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import type { LinkRecord } from "../../api/types.ts";
import { ConfirmDialog } from "../../component/dialog.tsx";
import { Icon } from "../../component/icon.tsx";
import { Menu, MenuItem } from "../../component/menu.tsx";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { useMay } from "../../state/session.ts";
import { announce, showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { toExplainHref } from "../explain/question.ts";
import { sampleOf } from "../explain/sample-of.ts";
import { showUrl } from "./show-url.ts";

export function RecordMenu({ record, href }: { record: LinkRecord; href: string }) {
  const [isDeleting, setDeleting] = useState(false);
  const { route } = useLocation();
  const mayWrite = useMay("editor");
  const shown = showUrl(record.url);
  const withTab = (tab: string) => `${href}${href.includes("?") ? "&" : "?"}tab=${tab}`;
  const copy = () =>
    navigator.clipboard.writeText(record.url).then(
      () => announce(t("copy.done")),
      (error: unknown) => showToast(describeError(error)),
    );
  return (
    <>
      <Menu label={t("record.menu", { url: shown })} button={<Icon name="more" />}>
        <MenuItem onChoose={() => route(href)}>{t("action.open")}</MenuItem>
        <MenuItem onChoose={() => void copy()}>{t("action.copy")}</MenuItem>
        <MenuItem onChoose={() => route(withTab("stats"))}>{t("record.tab.stats")}</MenuItem>
        <MenuItem onChoose={() => route(withTab("history"))}>{t("record.tab.history")}</MenuItem>
        <MenuItem href={toExplainHref(sampleOf(record))}>{t("record.explain")}</MenuItem>
        {record.alias !== "" && (
          <MenuItem onChoose={() => route(withTab("qr"))}>{t("record.tab.qr")}</MenuItem>
        )}
        {mayWrite && (
          <MenuItem
            disabled={record.paused_by === "system"}
            onChoose={() => void setPaused(record, record.paused_by === null)}
          >
            {record.paused_by === null ? t("action.pause") : t("action.resume")}
          </MenuItem>
        )}
        {mayWrite && (
          <MenuItem isDangerous onChoose={() => setDeleting(true)}>
            {t("action.delete")}
          </MenuItem>
        )}
      </Menu>
      {isDeleting && <DeleteDialog record={record} onClose={() => setDeleting(false)} />}
    </>
  );
}

export function DeleteDialog({
  record,
  onClose,
  onDeleted,
}: {
  record: LinkRecord;
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const shown = showUrl(record.url);
  const remove = async () => {
    await call("DELETE", `/links/${record.id}`);
    onClose();
    onDeleted?.();
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
