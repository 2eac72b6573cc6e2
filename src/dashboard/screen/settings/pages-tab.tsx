import { useState } from "preact/hooks";
import type { StoredFile } from "../../api/types.ts";
import { useList } from "../../api/use-list.ts";
import { Icon } from "../../component/icon.tsx";
import { Ago } from "../../component/moment.tsx";
import { MoreButton } from "../../component/more-button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../component/state.tsx";
import { useSearch } from "../../state/search.ts";
import { useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { PageDrawer } from "./page-drawer.tsx";
import { UploadDialog } from "./upload-dialog.tsx";

/** Stored pages and pictures for visitors. */
export function PagesTab() {
  const list = useList<StoredFile>("files", "/files");
  const search = useSearch();
  const [isUploading, setUploading] = useState(false);
  const mayWrite = useMay("editor");
  const open = list.items?.find(({ name }) => name === search.values["file"]);
  const hrefOf = (name: string) => search.at("/settings/pages", { file: name });
  if (list.items === undefined) {
    return list.read.isError ? (
      <ErrorState error={list.read.error} onRetry={() => void list.read.refetch()} />
    ) : (
      <Skeleton lines={4} height="3.25rem" />
    );
  }
  const upload = (style: string) => (
    <button type="button" class={`button ${style}`} onClick={() => setUploading(true)}>
      <Icon name="import" />
      {t("settings.upload")}
    </button>
  );
  return (
    <div class="stack">
      <div class="line-apart">
        <p class="muted">{t("settings.pagesText")}</p>
        {mayWrite && list.items.length > 0 && upload("")}
      </div>
      {list.items.length === 0 ? (
        <EmptyState title={t("settings.noPages")}>
          <p class="muted">{t("settings.noPagesText")}</p>
          {mayWrite && upload("button-main")}
        </EmptyState>
      ) : (
        <ul class="table-box rows" aria-label={t("settings.tab.pages")}>
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
