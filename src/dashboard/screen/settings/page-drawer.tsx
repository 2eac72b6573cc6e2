import { useState } from "preact/hooks";
import { isPicture } from "../../../domain/branding.ts";
import { ApiError, call, callRaw } from "../../api/client.ts";
import { refresh, useRead } from "../../api/query.ts";
import type { Host, LinkRecord, Page, StoredFile, Workspace } from "../../api/types.ts";
import { useList } from "../../api/use-list.ts";
import { ConfirmDialog, Drawer } from "../../component/dialog.tsx";
import { describeError, ErrorState, Skeleton } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { sayReason } from "../../text/reason.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { findUses, type Use } from "./file-name.ts";

/** A stored file: its content as text, its uses, and its deletion. */
export function PageDrawer({ file, onClose }: { file: StoredFile; onClose: () => void }) {
  const [isDeleting, setDeleting] = useState(false);
  const mayWrite = useMay("editor");
  const hosts = useLimit();
  const uses = useUses(file);
  return (
    <Drawer
      title={file.name}
      onClose={onClose}
      foot={
        mayWrite && (
          <button
            type="button"
            class="button button-bad"
            disabled={uses === undefined || uses.length > 0}
            onClick={() => setDeleting(true)}
          >
            {t("action.delete")}
          </button>
        )
      }
    >
      <div class="stack">
        <section class="stack-small">
          <h3>{t("settings.usedBy")}</h3>
          {uses === undefined ? (
            <Skeleton lines={2} />
          ) : uses.length === 0 ? (
            <p class="muted">
              {hosts === null ? t("settings.notUsed") : t("settings.notUsedLimited", { hosts })}
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
          {isPicture(file.type) ? <Picture file={file} /> : <Text file={file} />}
        </section>
      </div>
      {isDeleting && (
        <DeleteDialog
          file={file}
          onClose={() => setDeleting(false)}
          onDeleted={() => {
            setDeleting(false);
            onClose();
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
  if (text.isError) return <ErrorState error={text.error} onRetry={() => void text.refetch()} />;
  if (text.data === undefined) return <Skeleton lines={1} height="12rem" />;
  return (
    <pre class="card mono small pre break page-text" tabIndex={0} aria-label={t("settings.content")}>
      {text.data}
    </pre>
  );
}

/** Returns the uses of a file; undefined while loading. */
function useUses(file: StoredFile): Use[] | undefined {
  const hosts = useList<Host>("hosts", "/host");
  const workspace = useRead<Workspace>({
    key: ["workspace"],
    read: (signal) => call("GET", "/workspace/current", { signal }),
  });
  const records = useRead<Page<LinkRecord>>({
    key: ["records", "html"],
    read: (signal) => call("GET", "/links", { query: { "filter[type]": "html", per_page: 1000 }, signal }),
  });
  if (!hosts.items || !workspace.data || !records.data) return undefined;
  const shown = records.data.data.map(({ id, url, file: served }) => ({
    id,
    url: showUrl(url),
    file: served,
  }));
  return findUses(file.name, { workspace: workspace.data, hosts: hosts.items, records: shown });
}

interface DeleteProps {
  file: StoredFile;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteDialog({ file, onClose, onDeleted }: DeleteProps) {
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await call("DELETE", `/files/${encodeURIComponent(file.name)}`);
      onDeleted();
      showToast(t("settings.deleted", { name: file.name }));
      await refresh("files");
    } catch (error) {
      setBusy(false);
      // Hostnames beyond a limit may use it.
      const reasons = error instanceof ApiError ? (error.body.errors?.["name"] ?? []) : [];
      const said = reasons.map((reason) => `${file.name}: ${sayReason(reason)}`).join("; ");
      showToast(said || describeError(error));
    }
  };
  return (
    <ConfirmDialog
      title={t("settings.deleteTitle", { name: file.name })}
      confirmLabel={t("action.delete")}
      isDangerous
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t("settings.deleteText")}</p>
    </ConfirmDialog>
  );
}
