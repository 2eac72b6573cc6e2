import { useState } from "preact/hooks";
import type { Tag } from "../../api/types.ts";
import { useList } from "../../api/use-list.ts";
import { MoreButton } from "../../component/more-button.tsx";
import { EmptyState, ErrorState, Skeleton } from "../../component/state.tsx";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";
import { TagDialog } from "./tag-dialog.tsx";

/** The tags of all records, with the number of records of each. */
export function TagsTab() {
  const list = useList<Tag>("tags", "/tags");
  const [edited, setEdited] = useState<Tag | null>(null);
  const isEditor = useMay("editor");
  const isWhole = useLimit() === null;
  const mayWrite = isWhole && isEditor;
  if (list.items === undefined) {
    return list.read.isError ? (
      <ErrorState error={list.read.error} onRetry={() => void list.read.refetch()} />
    ) : (
      <Skeleton lines={4} height="3.25rem" />
    );
  }
  if (list.items.length === 0) {
    return (
      <EmptyState title={t("settings.noTags")}>
        <p class="muted">{t("settings.noTagsText")}</p>
      </EmptyState>
    );
  }
  return (
    <div class="stack">
      <p class="muted">{t(isWhole ? "settings.tagsText" : "settings.tagsLimited")}</p>
      <ul class="table-box rows" aria-label={t("settings.tab.tags")}>
        {list.items.map((tag) => (
          <li key={tag.name}>
            <span class="break">{tag.name}</span>
            <span class="small muted">{t("settings.tagCount", { count: tag.count })}</span>
            {mayWrite && (
              <button
                type="button"
                class="button"
                aria-label={t("settings.editTag", { name: tag.name })}
                onClick={() => setEdited(tag)}
              >
                {t("settings.editTagShort")}
              </button>
            )}
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {edited !== null && <TagDialog tag={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}
