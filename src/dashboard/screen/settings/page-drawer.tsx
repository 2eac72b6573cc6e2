import { useState } from "preact/hooks";
import { isPicture } from "../../../domain/client/look.ts";
import { ApiError, call, callRaw } from "../../api/client.ts";
import { refresh, useRead } from "../../api/query.ts";
import type { Host, LinkRecord, StoredFile, Workspace } from "../../api/types.ts";
import { readAll } from "../../api/use-list.ts";
import { ConfirmDialog, Drawer } from "../../component/dialog.tsx";
import { describeError, ErrorState, Skeleton } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { showUrl } from "../records/show-url.ts";
import { findUses, type Use } from "./file-name.ts";

/** A stored file: its content as text, its uses, and its deletion. */
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
          {error !== undefined ? (
            <ErrorState error={error} onRetry={retry} />
          ) : uses === undefined ? (
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

interface ReadUses {
  /** Undefined until all places are read: a file is unused only if none of them uses it (contract 32.38). */
  uses?: Use[];
  /** Why a place could not be read. */
  error?: unknown;
  retry: () => void;
}

/** Returns the uses of a file in the whole workspace. */
function useUses(file: StoredFile): ReadUses {
  const hosts = useRead<Host[]>({
    key: ["hosts", "every"],
    read: (signal) => readAll("/host", {}, signal),
  });
  const workspace = useRead<Workspace>({
    key: ["workspace"],
    read: (signal) => call("GET", "/workspace/current", { signal }),
  });
  const records = useRead<LinkRecord[]>({
    key: ["records", "html"],
    read: (signal) => readAll("/links", { "filter[type]": "html" }, signal),
  });
  const failed = [hosts, workspace, records].filter((read) => read.isError);
  const retry = () => {
    for (const read of failed) void read.refetch();
  };
  if (!hosts.data || !workspace.data || !records.data) return { error: failed[0]?.error, retry };
  const shown = records.data.map(({ id, url, file: served }) => ({
    id,
    url: showUrl(url),
    file: served,
  }));
  const uses = findUses(file.name, { workspace: workspace.data, hosts: hosts.data, records: shown });
  return { uses, retry };
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
      // Something may have begun to use it since its uses were read.
      const reasons = error instanceof ApiError ? (error.body.errors?.["name"] ?? []) : [];
      const said = reasons.map((reason) => `${file.name}: ${reason}`).join("; ");
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
