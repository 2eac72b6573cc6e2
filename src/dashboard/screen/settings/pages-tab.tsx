import { useState } from "preact/hooks";
import { callRaw } from "../../api/client.ts";
import { refresh, useList } from "../../api/query.ts";
import type { StoredFile } from "../../api/types.ts";
import { Field, TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { Button } from "../../component/button.tsx";
import { EmptyState, Loading, MoreButton } from "../../component/state.tsx";
import { Ago } from "../../component/moment.tsx";
import { useSearch } from "../../state/page.tsx";
import { useMay, useSession } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { LookCard } from "./look-card.tsx";
import { toFileName } from "./file-name.ts";
import { PageDrawer } from "./page-drawer.tsx";

export default function PagesTab() {
  const list = useList<StoredFile>("files", "/files");
  const search = useSearch();
  const [isUploading, setUploading] = useState(false);
  const mayWrite = useMay("editor");
  const isWhole = useSession().hosts === null;
  const open = list.items?.find(({ name }) => name === search.values["file"]);
  const hrefOf = (name: string) => search.at("/settings/pages", { file: name });
  if (list.items === undefined) return <Loading read={list.read} lines={4} height="3.25rem" />;
  const upload = (kind?: "main") => (
    <Button kind={kind} onClick={() => setUploading(true)} label={t("settings.upload")} />
  );
  return (
    <div class="stack">
      {isWhole && <LookCard />}
      <h2>{t("settings.files")}</h2>
      <div class="line-apart">
        <p class="muted">{t("settings.pagesText")}</p>
        {mayWrite && list.items.length > 0 && upload()}
      </div>
      {list.items.length === 0 ? (
        <EmptyState title={t("settings.noPages")} text={t("settings.noPagesText")}>
          {mayWrite && upload("main")}
        </EmptyState>
      ) : (
        <ul class="table-box rows" aria-label={t("settings.files")}>
          {list.items.map(({ name, type, size, updated_at }) => (
            <li key={name}>
              <a class="break" href={hrefOf(name)}>
                {name}
              </a>
              <span class="small">{t(`settings.type.${type}`)}</span>
              <span class="small muted">{t("settings.size", { count: Math.ceil(size / 1000) })}</span>
              <span class="small muted">
                <Ago at={updated_at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <MoreButton list={list} />
      {isUploading && <UploadDialog onClose={() => setUploading(false)} />}
      {open !== undefined && <PageDrawer file={open} onClose={() => search.set({ file: undefined })} />}
    </div>
  );
}

const FIRST = { name: "", file: null as File | null };

/** Stores a page or picture under a name. Replaces an existing file with this name. */
function UploadDialog({ onClose }: { onClose: () => void }) {
  return (
    <FormDialog
      title={t("settings.upload")}
      first={FIRST}
      sendLabel={t("settings.store")}
      busyLabel={t("form.saving")}
      isReady={({ file }) => file !== null}
      send={async ({ file, ...form }) => {
        const name = form.name.trim();
        await callRaw("PUT", `/files/${encodeURIComponent(name)}`, { body: file ?? "" });
        onClose();
        showToast(t("settings.uploaded", { name }));
        await refresh("files", "file");
      }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <Field label={t("settings.file")} hint={t("settings.fileHint")}>
            {(control) => (
              <input
                type="file"
                accept=".html,.htm,.png,.svg,.jpg,.jpeg,text/html,image/png,image/svg+xml,image/jpeg"
                required
                {...control}
                onChange={(event) => {
                  const file = event.currentTarget.files?.[0] ?? null;
                  part.set({ file, ...(file !== null && { name: toFileName(file.name) }) });
                }}
              />
            )}
          </Field>
          <TextField
            label={t("settings.fileName")}
            hint={t("settings.fileNameHint")}
            spellcheck={false}
            required
            {...bind(part, "name")}
          />
        </>
      )}
    </FormDialog>
  );
}
