import { Tabs } from "../../component/tabs.tsx";
import type { ComponentType } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useId, useState } from "preact/hooks";
import type { Versioned } from "../../api/client.ts";
import { useRead } from "../../api/query.ts";
import type { LinkRecord } from "../../api/types.ts";
import { Button, ButtonLink, CopyButton } from "../../component/button.tsx";
import { Drawer } from "../../component/dialog.tsx";
import { FormTab, useLeaveGuard } from "../../component/leave-guard.tsx";
import { ErrorState, Loading, Reasons, RoleNotice, Skeleton } from "../../component/state.tsx";
import { useSearch } from "../../state/page.tsx";
import { useMay } from "../../state/session.ts";
import { useShown } from "../../state/work.ts";
import { showToast } from "../../state/toast.ts";
import { sayAll } from "../../text/reason.ts";
import { loadTexts, t } from "../../text/text.ts";
import type { RecordSection } from "../records/filter.ts";
import { showUrl } from "../records/show-url.ts";
import { filledForm, FORM_VALUES, toForm } from "./record-form.ts";
import { HistoryTab } from "./history-tab.tsx";
import { RecordEditor } from "./record-editor.tsx";
import { loadRecord, type WrittenRecord } from "./save-record.ts";
import { SelectField } from "../../component/field.tsx";

interface DrawerProps {
  /** The id of a record, or `new`. */
  id: string;
  section: RecordSection;
  onClose: () => void;
}

const TABS = ["edit", "stats", "qr", "history"] as const;

export function RecordDrawer({ id, section, onClose }: DrawerProps) {
  const isNew = id === "new";
  const search = useSearch();
  const { route } = useLocation();
  const formId = useId();
  const [isDirty, setDirty] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const guard = useLeaveGuard(isDirty);
  const mayWrite = useMay("editor");
  const loaded = useRead<Versioned<LinkRecord>>({
    key: ["record", id],
    read: (signal) => loadRecord(id, signal),
    isEnabled: !isNew,
  });
  const wanted = search.values["tab"];
  const tab = isNew ? "edit" : (TABS.find((name) => name === wanted) ?? "edit");
  const isShown = useShown();
  const saved = (written: WrittenRecord) => {
    const href = `/${section}/${written.id}`;
    const link = isShown.current ? undefined : { label: t("action.open"), href };
    showToast(t(isNew ? "record.created" : "record.saved", { url: showUrl(written.url) }), undefined, link);
    if (isNew && isShown.current) route(search.at(href, FORM_VALUES), true);
  };
  const record = loaded.data?.body;
  const unnamed = loaded.isError ? t(`nav.${section}`) : "…";
  const title = isNew ? t(`records.create.${section}`) : record === undefined ? unnamed : showUrl(record.url);
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
              disabled={isBusy || (!isNew && !isDirty)}
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
            hrefOf={(name) => search.at(`/${section}/${id}`, { tab: name === "edit" ? undefined : name })}
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
        {((isNew && mayWrite) || record !== undefined) && (
          <FormTab isOpen={tab === "edit"} isDirty={isDirty}>
            <RecordEditor
              loaded={loaded.data ?? null}
              first={record === undefined ? filledForm(section, search.values) : toForm(record)}
              formId={formId}
              mayWrite={mayWrite}
              onDirty={setDirty}
              onBusy={setBusy}
              onSaved={saved}
            />
          </FormTab>
        )}
        {record !== undefined && tab === "qr" && <QrTab record={record} />}
        {record !== undefined && tab === "stats" && <StatsTab record={record} />}
        {record !== undefined && tab === "history" && <HistoryTab record={record} />}
      </div>
      {guard.question}
    </Drawer>
  );
}

type Part = ComponentType<{ record: LinkRecord }>;

function StatsTab({ record }: { record: LinkRecord }) {
  const [part, setPart] = useState<{ Part: Part } | null>(null);
  const [error, setError] = useState<unknown>(null);
  useEffect(() => {
    Promise.all([import("../insights/record-stats.tsx"), loadTexts("insights")]).then(
      ([{ RecordStats }]) => setPart({ Part: RecordStats }),
      setError,
    );
  }, []);
  // A new release has removed the file. A reload gets the new names.
  if (error !== null) return <ErrorState error={error} onRetry={() => location.reload()} />;
  return part === null ? <Skeleton height="26rem" /> : <part.Part record={record} />;
}

const WIDTHS = ["300", "600", "1024", "2048"];

function QrTab({ record }: { record: LinkRecord }) {
  const [width, setWidth] = useState("1024");
  const [version] = useState(() => record.updated_at);
  const url = (format: string, pixels: string) =>
    `/v1/links/${record.id}/qr?format=${format}&width=${pixels}`;
  const name = record.alias.replaceAll(/[^\p{L}\p{N}._-]/gu, "-") || "qr";
  return (
    <div class="stack">
      <img
        key={version}
        class="qr"
        src={url("svg", "300")}
        width={300}
        height={300}
        alt={t("qr.alt", { url: record.url })}
      />
      <SelectField
        label={t("qr.width")}
        value={width}
        options={WIDTHS.map((pixels) => ({
          value: pixels,
          label: t("qr.pixels", { count: Number(pixels) }),
        }))}
        onValue={setWidth}
      />
      <div class="line">
        <ButtonLink href={url("svg", width)} download={`${name}.svg`} label={t("qr.svg")} />
        <ButtonLink href={url("png", width)} download={`${name}.png`} label={t("qr.png")} />
      </div>
    </div>
  );
}
