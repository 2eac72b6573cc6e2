import { useState } from "preact/hooks";
import { isPhoto, isPicture } from "../../../domain/client/look.ts";
import { ApiError, call, callRaw } from "../../api/client.ts";
import { readAll, refresh, useRead } from "../../api/query.ts";
import { useWorkspace } from "../../api/shared-reads.ts";
import type { Host, LinkRecord, StoredFile } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { ConfirmDialog, Drawer } from "../../component/dialog.tsx";
import { ErrorState, Loading, Skeleton } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { findUses } from "./file-name.ts";

export function PageDrawer({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const mayWrite = useMay("editor");
  const hosts = useLimit();
  const { uses, error, retry } = useUses(file);
  return (
    <Drawer
      title={file.name}
      onClose={onClose}
      foot={
        mayWrite && (
          <Button
            kind="bad"
            disabled={uses === undefined || uses.length > 0}
            onClick={() => setDeleting(true)}
            label={t("action.delete")}
          />
        )
      }
    >
      <div class="stack">
        <section class="stack-small">
          <h3>{t("settings.usedBy")}</h3>
          {error !== undefined ? (
            <ErrorState error={error} onRetry={retry} />
          ) : uses === undefined ? (
            <Skeleton lines={2} />
          ) : uses.length === 0 ? (
            <p class="muted">
              {isPhoto(file.type)
                ? t("settings.photoUses")
                : hosts === null
                  ? t("settings.notUsed")
                  : t("settings.notUsedLimited", { hosts })}
            </p>
          ) : (
            <ul class="list">
              {uses.map((use) => (
                <li key={`${use.href} ${use.as}`}>
                  <a class="break" href={use.href}>
                    {use.name === "" ? t("settings.tab.workspace") : use.name}
                  </a>
                  <span class="small muted">{t(`settings.as.${use.as}`)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <section class="stack-small">
          <h3>{t("settings.content")}</h3>
          {isPicture(file.type) || isPhoto(file.type) ? <Picture file={file} /> : <Text file={file} />}
        </section>
      </div>
      {isDeleting && (
        <DeleteDialog
          file={file}
          onClose={(isDeleted) => {
            setDeleting(false);
            if (isDeleted) onClose();
          }}
        />
      )}
    </Drawer>
  );
}

/** Browsers run no scripts of an image. */
function Picture({ file }: { file: StoredFile }) {
  return (
    <div class="sketch">
      <img
        src={`/v1/files/${encodeURIComponent(file.name)}?v=${Date.parse(file.updated_at)}`}
        alt={file.name}
      />
    </div>
  );
}

/** Shows a page of the owner as text, because as a page it belongs to the hostnames of links. */
function Text({ file }: { file: StoredFile }) {
  const text = useRead<string>({
    key: ["file", file.name, file.updated_at],
    read: async (signal) =>
      (await callRaw("GET", `/files/${encodeURIComponent(file.name)}`, { signal })).text(),
  });
  if (text.data === undefined) return <Loading read={text} height="12rem" />;
  return (
    <pre class="card mono small pre break page-text" tabIndex={0} aria-label={t("settings.content")}>
      {text.data}
    </pre>
  );
}

/** Knows no uses until all places are read: a file is unused only if none of them uses it (contract 32.38). */
function useUses(file: StoredFile) {
  const hosts = useRead<Host[]>({
    key: ["hosts", "every"],
    read: (signal) => readAll("/host", {}, signal),
  });
  const workspace = useWorkspace();
  const records = useRead<LinkRecord[]>({
    key: ["records", "html"],
    read: (signal) => readAll("/links", { "filter[type]": "html" }, signal),
  });
  const failed = [hosts, workspace, records].filter((read) => read.isError);
  const retry = () => {
    for (const read of failed) void read.refetch();
  };
  const error = failed[0]?.error;
  if (!hosts.data || !workspace.data || !records.data) return { uses: undefined, error, retry };
  const shown = records.data.map((record) => ({ ...record, url: showUrl(record.url) }));
  const places = { workspace: workspace.data, hosts: hosts.data, records: shown };
  return { uses: findUses(file.name, places), error: undefined, retry };
}

function DeleteDialog({ file, onClose }: { file: StoredFile; onClose: (isDeleted: boolean) => void }) {
  const remove = async () => {
    try {
      await call("DELETE", `/files/${encodeURIComponent(file.name)}`);
    } catch (error) {
      // Something may have begun to use it since its uses were read.
      const reasons = error instanceof ApiError ? (error.body.errors?.["name"] ?? []) : [];
      if (!(error instanceof ApiError) || reasons.length === 0) throw error;
      const message = reasons.map((reason) => `${file.name}: ${reason}`).join("; ");
      throw new ApiError(error.status, { ...error.body, message });
    }
    onClose(true);
    showToast(t("settings.deleted", { name: file.name }));
    await refresh("files");
  };
  return (
    <ConfirmDialog
      title={t("settings.deleteTitle", { name: file.name })}
      confirmLabel={t("action.delete")}
      isDangerous
      onConfirm={remove}
      onClose={() => onClose(false)}
      text={t("settings.deleteText")}
    />
  );
}
