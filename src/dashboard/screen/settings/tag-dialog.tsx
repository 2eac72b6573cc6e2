import { useState } from "preact/hooks";
import { call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Change, Tag } from "../../api/types.ts";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { ErrorNotice } from "../../component/error-notice.tsx";
import { TextField } from "../../component/field.tsx";
import { useOpenAfter } from "../../state/open-after.ts";
import { noteRecordChange } from "../../state/record-change.ts";
import { useSubmission } from "../../state/submission.ts";
import { t } from "../../text/text.ts";

/** The fields that show their own errors. */
const FIELDS = ["name"];

/**
 * Renames a tag on all records, or removes it from them. Both are changes, which are shown afterwards and can be
 * undone.
 */
export function TagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const [name, setName] = useState(tag.name);
  const { failure, errors, isBusy, submit } = useSubmission();
  const openAfter = useOpenAfter();
  const write = async (method: "PUT" | "DELETE") => {
    await submit(async () => {
      const body = method === "PUT" ? { body: { name: name.trim() } } : {};
      const change = await call<Change>(method, `/tags/${encodeURIComponent(tag.name)}`, body);
      noteRecordChange({ kind: "other" });
      await refresh("tags", "changes");
      openAfter(`/changes/${change.id}`, t("settings.tagChanged"));
    });
  };
  const rename = (event: Event) => {
    event.preventDefault();
    void write("PUT");
  };
  return (
    <Dialog title={t("settings.editTag", { name: tag.name })} onClose={onClose}>
      <form class="stack" onSubmit={rename}>
        <ErrorNotice failure={failure} fields={FIELDS} />
        <TextField
          label={t("settings.tagName")}
          hint={t("settings.tagNameHint", { count: tag.count })}
          autofocus
          value={name}
          onValue={setName}
          errors={errors["name"]}
        />
        <div class="line">
          <button
            type="submit"
            class="button button-main"
            disabled={isBusy || name.trim() === "" || name.trim() === tag.name}
          >
            {t("settings.renameTag")}
          </button>
          <button
            type="button"
            class="button button-bad"
            disabled={isBusy}
            onClick={() => void write("DELETE")}
          >
            {t("settings.removeTag", { count: tag.count })}
          </button>
          <CancelButton onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
