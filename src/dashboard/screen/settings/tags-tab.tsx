import { useState } from "preact/hooks";
import { foldTag } from "../../../domain/client/words.ts";
import { call } from "../../api/client.ts";
import { refresh, useList } from "../../api/query.ts";
import { useTagNames } from "../../api/shared-reads.ts";
import type { Change, Tag } from "../../api/types.ts";
import { Button } from "../../component/button.tsx";
import { TextField } from "../../component/field.tsx";
import { bind, FormDialog } from "../../component/form.tsx";
import { EmptyState, Loading, MoreButton } from "../../component/state.tsx";
import { useOpenAfter } from "../../state/work.ts";
import { noteRecordChange } from "../../state/record-change.ts";
import { useLimit, useMay } from "../../state/session.ts";
import { t } from "../../text/text.ts";

export default function TagsTab() {
  const list = useList<Tag>("tags", "/tags");
  const [edited, setEdited] = useState<Tag | null>(null);
  const isEditor = useMay("editor");
  const isWhole = useLimit() === null;
  const mayWrite = isWhole && isEditor;
  if (list.items === undefined) return <Loading read={list.read} lines={4} height="3.25rem" />;
  if (list.items.length === 0) {
    return <EmptyState title={t("settings.noTags")} text={t("settings.noTagsText")} />;
  }
  return (
    <div class="stack">
      <p class="muted">{t(isWhole ? "settings.tagsText" : "settings.tagsLimited")}</p>
      <ul class="table-box rows" aria-label={t("settings.tab.tags")}>
        {list.items.map((tag) => (
          <li key={tag.name}>
            <span class="break">{tag.name}</span>
            <span class="small muted">{t("list.records", { count: tag.count })}</span>
            {mayWrite && (
              <Button
                aria-label={t("settings.editTag", { name: tag.name })}
                onClick={() => setEdited(tag)}
                label={t("settings.editTagShort")}
              />
            )}
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
      {edited !== null && <TagDialog tag={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** Renames a tag or removes it from all records: a change, which is shown afterwards and can be undone. */
function TagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const openAfter = useOpenAfter();
  const names = new Set(useTagNames().map(foldTag));
  const isOther = (written: string) => {
    const name = foldTag(written.trim());
    return name !== foldTag(tag.name) && names.has(name);
  };
  const write = async (method: "PUT" | "DELETE", body?: object) => {
    const change = await call<Change>(method, `/tags/${encodeURIComponent(tag.name)}`, { body });
    noteRecordChange({ kind: "other" });
    await refresh("tags", "changes");
    openAfter(`/changes/${change.id}`, t("settings.tagChanged"));
  };
  return (
    <FormDialog
      title={t("settings.editTag", { name: tag.name })}
      first={{ name: tag.name }}
      sendLabel={t("settings.renameTag")}
      isReady={({ name }) => name.trim() !== "" && name.trim() !== tag.name}
      send={({ name }) => write("PUT", { name: name.trim() })}
      other={{ label: t("settings.removeTag", { count: tag.count }), send: () => write("DELETE") }}
      onClose={onClose}
    >
      {(part) => (
        <>
          <TextField
            label={t("settings.tagName")}
            hint={t("settings.tagNameHint", { count: tag.count })}
            autofocus
            {...bind(part, "name")}
          />
          {isOther(part.form.name) ? (
            <p class="small notice notice-warn">
              {t("settings.tagJoins", { name: tag.name, other: part.form.name.trim() })}
            </p>
          ) : (
            <p class="small muted">{t("settings.tagFollows")}</p>
          )}
        </>
      )}
    </FormDialog>
  );
}
