import { Tabs } from "../../component/tabs.tsx";
import { useLocation } from "preact-iso";
import { useId, useState } from "preact/hooks";
import type { Versioned } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { LinkRecord } from "../../api/types.ts";
import { Button, CopyButton } from "../../component/button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { OnDemand } from "../../component/on-demand.tsx";
import { FormTab, useLeaveGuard } from "../../component/leave-guard.tsx";
import { Loading, Reasons, RoleNotice, Skeleton } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { firstTags, useMay } from "../../state/session.ts";
import { useShown } from "../../state/work.ts";
import { showToast } from "../../state/toast.ts";
import { sayAll } from "../../text/reason.ts";
import { useLateTexts } from "../../text/late-texts.ts";
import { t } from "../../text/text.ts";
import { readFilter } from "../records/filter.ts";
import { showUrl } from "../records/show-url.ts";
import { useLinkHosts } from "./use-link-hosts.ts";
import { FORM_VALUES } from "./form-values.ts";
import { filledForm, toForm } from "./record-form.ts";
import { HistoryTab } from "./part/history-tab.tsx";
import { RecordEditor } from "./record-editor.tsx";
import { loadRecord, type WrittenRecord } from "./save-record.ts";

interface DrawerProps {
  /** The id of a record, or `new`. */
  id: string;
  onClose: () => void;
}

const WAITING = <Skeleton height="26rem" />;

const NEW = "new";
const TABS = ["edit", "stats", "qr", "history"] as const;

export default function RecordDrawer({ id, onClose }: DrawerProps) {
  const isNew = id === NEW;
  const search = useSearch();
  const { kind = "link" } = readFilter(search.values);
  const { route } = useLocation();
  const formId = useId();
  const [dirty, setDirty] = useState({ edit: false, qr: false });
  const onDirty = (form: keyof typeof dirty) => (is: boolean) => setDirty((old) => ({ ...old, [form]: is }));
  const [isBusy, setBusy] = useState(false);
  const guard = useLeaveGuard(dirty.edit || dirty.qr);
  const mayWrite = useMay("editor");
  useLateTexts("reason");
  // A part of what the form begins with, so that it is no change of the user.
  const { usual = "" } = useLinkHosts(isNew && kind !== "redirect");
  const loaded = useRead<Versioned<LinkRecord>>({
    key: ["record", id],
    read: (signal) => loadRecord(id, signal),
    isEnabled: !isNew,
  });
  const wanted = search.values["tab"];
  const tab = isNew ? "edit" : (TABS.find((name) => name === wanted) ?? "edit");
  const isShown = useShown();
  const saved = (written: WrittenRecord) => {
    const href = `/links/${written.id}`;
    const link = isShown.current ? undefined : { label: t("action.open"), href };
    showToast(t(isNew ? "record.created" : "record.saved", { url: showUrl(written.url) }), undefined, link);
    // Who makes a code wants to see it.
    const next = kind === "qr" ? { ...FORM_VALUES, tab: "qr" } : FORM_VALUES;
    if (isNew && isShown.current) route(search.at(href, next), true);
  };
  const record = loaded.data?.body;
  const unnamed = loaded.isError ? t("nav.links") : "…";
  const title = isNew ? t(`records.create.${kind}`) : record === undefined ? unnamed : showUrl(record.url);
  const hrefOf = (values: { tab?: string | undefined }) =>
    search.at(`/links/${id}`, { tab: undefined, ...values });
  const canEdit = tab === "edit" && mayWrite && (isNew || record !== undefined);
  return (
    <Drawer
      title={title}
      onClose={() => guard.leave(onClose)}
      actions={record !== undefined && <CopyButton text={record.url} />}
      foot={
        canEdit && (
          <>
            <Button
              kind="main"
              type="submit"
              form={formId}
              disabled={isBusy || (!isNew && !dirty.edit)}
              label={isBusy ? t("form.saving") : isNew ? t("form.create") : t("form.save")}
            />
            <span class="small muted top-wide">{t("form.saveKeys")}</span>
          </>
        )
      }
    >
      <div class="stack">
        {!isNew && (
          <Tabs
            label={t("record.tabs")}
            names={TABS.filter((name) => name !== "qr" || record?.alias !== "")}
            current={tab}
            hrefOf={(name) => hrefOf({ tab: name === "edit" ? undefined : name })}
            textOf={(name) => t(`record.tab.${name}`)}
          />
        )}
        {sayAll(record?.warnings ?? [], record?.warning_codes).map((warning) => (
          <p key={warning} class="notice notice-warn">
            <Reasons of={[warning]} />
          </p>
        ))}
        {!isNew && record === undefined && <Loading read={loaded} lines={6} height="3.25rem" />}
        {isNew && !mayWrite && <RoleNotice role="editor" />}
        {!isNew && !mayWrite && tab === "edit" && <p class="muted">{t("records.onlyLook")}</p>}
        {isNew && mayWrite && kind === "qr" && <p class="muted">{t("records.qrNext")}</p>}
        {((isNew && mayWrite) || record !== undefined) && (
          <FormTab isOpen={tab === "edit"} isDirty={dirty.edit}>
            <RecordEditor
              loaded={loaded.data ?? null}
              first={
                record === undefined ? filledForm(kind, search.values, usual, firstTags()) : toForm(record)
              }
              formId={formId}
              mayWrite={mayWrite}
              onDirty={onDirty("edit")}
              onBusy={setBusy}
              onSaved={saved}
            />
          </FormTab>
        )}
        {loaded.data !== undefined && (
          <FormTab isOpen={tab === "qr"} isDirty={dirty.qr}>
            <OnDemand
              part={{ load: loadQr, texts: [] }}
              waiting={WAITING}
              props={{ loaded: loaded.data, onDirty: onDirty("qr") }}
            />
          </FormTab>
        )}
        {record !== undefined && tab === "stats" && (
          <OnDemand
            part={{ load: loadStats, texts: ["insights", "shared"] }}
            waiting={WAITING}
            props={{ record }}
          />
        )}
        {loaded.data !== undefined && tab === "history" && <HistoryTab loaded={loaded.data} />}
      </div>
      {guard.question}
    </Drawer>
  );
}

const loadStats = () => import("../insights/record-stats.tsx");
const loadQr = () => import("../qr/qr-designer.tsx");
