import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { ApiError, call } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import type { Change, Tag } from "../../api/types.ts";
import { Dialog } from "../../component/dialog.tsx";
import { TextField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { noteRecordChange } from "../../state/record-change.ts";
import { t } from "../../text/text.ts";

/** Renames a tag on all records, or takes it off them. Both are changes, which are shown afterwards and can be undone. */
export function TagDialog({ tag, onClose }: { tag: Tag; onClose: () => void }) {
  const [name, setName] = useState(tag.name);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const { route } = useLocation();
  const errors = failure instanceof ApiError ? failure.body.errors?.["name"] : undefined;
  const write = async (method: "PUT" | "DELETE") => {
    setBusy(true);
    setFailure(null);
    try {
      const body = method === "PUT" ? { body: { name: name.trim() } } : {};
      const change = await call<Change>(method, `/tags/${encodeURIComponent(tag.name)}`, body);
      noteRecordChange({ kind: "other" });
      await refresh("tags", "changes");
      route(`/changes/${change.id}`);
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void write("PUT");
  };
  return (
    <Dialog title={t("settings.editTag", { name: tag.name })} onClose={onClose}>
      <form class="stack" onSubmit={submit}>
        {failure !== null && errors === undefined && (
          <div class="notice notice-bad" role="alert">
            {describeError(failure)}
          </div>
        )}
        <TextField
          label={t("settings.tagName")}
          hint={t("settings.tagNameHint", { count: tag.count })}
          autofocus
          value={name}
          onValue={setName}
          errors={errors}
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
          <button type="button" class="button button-plain" onClick={onClose}>
            {t("action.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
