import { useState } from "preact/hooks";
import { ApiError, callRaw } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { Dialog } from "../../component/dialog.tsx";
import { Field, TextField } from "../../component/field.tsx";
import { describeError } from "../../component/state.tsx";
import { showToast } from "../../state/toast.ts";
import { t } from "../../text/text.ts";
import { toFileName } from "./file-name.ts";

/** Stores a page or picture under a name; one of that name is replaced. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const errors = failure instanceof ApiError ? (failure.body.errors ?? {}) : {};
  const store = async (event: Event) => {
    event.preventDefault();
    if (file === null) return;
    setBusy(true);
    setFailure(null);
    try {
      await callRaw("PUT", `/files/${encodeURIComponent(name.trim())}`, { body: file });
      onClose();
      showToast(t("settings.uploaded", { name: name.trim() }));
      await refresh("files", "file");
    } catch (error) {
      setBusy(false);
      setFailure(error);
    }
  };
  return (
    <Dialog title={t("settings.upload")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void store(event)}>
        {failure !== null && (
          <div class="notice notice-bad" role="alert">
            {Object.keys(errors).length > 0
              ? Object.values(errors).flat().join("; ")
              : describeError(failure)}
          </div>
        )}
        <Field label={t("settings.file")} hint={t("settings.fileHint")}>
          {(control) => (
            <input
              type="file"
              accept=".html,.htm,.png,.svg,text/html,image/png,image/svg+xml"
              required
              {...control}
              onChange={(event) => {
                const chosen = event.currentTarget.files?.[0] ?? null;
                setFile(chosen);
                if (chosen !== null) setName(toFileName(chosen.name));
              }}
            />
          )}
        </Field>
        <TextField
          label={t("settings.fileName")}
          hint={t("settings.fileNameHint")}
          spellcheck={false}
          value={name}
          onValue={setName}
          errors={errors["name"]}
          required
        />
        <div class="line">
          <button type="submit" class="button button-main" disabled={isBusy || file === null}>
            {isBusy ? t("form.saving") : t("settings.store")}
          </button>
          <button type="button" class="button button-plain" onClick={onClose}>
            {t("action.cancel")}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
