import { useState } from "preact/hooks";
import { callRaw } from "../../api/client.ts";
import { refresh } from "../../api/query.ts";
import { CancelButton, Dialog } from "../../component/dialog.tsx";
import { ErrorNotice } from "../../component/error-notice.tsx";
import { Field, TextField } from "../../component/field.tsx";
import { showToast } from "../../state/toast.ts";
import { useSubmission } from "../../state/submission.ts";
import { t } from "../../text/text.ts";
import { toFileName } from "./file-name.ts";

/** The fields that show their own errors. */
const FIELDS = ["name"];

/** Stores a page or picture under a name. Replaces an existing file with this name. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [name, setName] = useState("");
  const { failure, errors, isBusy, submit } = useSubmission();
  const store = async (event: Event) => {
    event.preventDefault();
    if (file === null) return;
    await submit(async () => {
      await callRaw("PUT", `/files/${encodeURIComponent(name.trim())}`, { body: file });
      onClose();
      showToast(t("settings.uploaded", { name: name.trim() }));
      await refresh("files", "file");
    });
  };
  return (
    <Dialog title={t("settings.upload")} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void store(event)}>
        <ErrorNotice failure={failure} fields={FIELDS} />
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
          <CancelButton onClick={onClose} />
        </div>
      </form>
    </Dialog>
  );
}
